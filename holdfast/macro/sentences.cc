#include "holdfast/macro/sentences.h"

namespace holdfast {

Sentence::Sentence(const std::string& says) : text(says) {
  const std::size_t open = says.rfind(" [");
  const std::size_t bar = says.find('|', open);
  if (open == says.npos || bar == says.npos || !says.ends_with(']')) return;
  text = says.substr(0, open);
  least = says.substr(open + 2, bar - open - 2);
  greatest = says.substr(bar + 1, says.size() - bar - 2);
}

Sides sides_in(const std::string& text) {
  for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    const std::size_t bar = text.find('|', open);
    if (close == text.npos || bar > close) continue;
    return {open, close + 1 - open, text.substr(open + 1, bar - open - 1),
            text.substr(bar + 1, close - bar - 1)};
  }
  return {};
}

std::string filled(const std::string& text, const std::vector<std::string>& values) {
  std::string result;
  std::size_t start = 0;
  for (const std::string& value : values) {
    const std::size_t place = text.find("{}", start);
    if (place == std::string::npos) break;
    result += text.substr(start, place - start) + value;
    start = place + 2;
    // "1 step away"
    if (value == "1" && text.substr(start).starts_with(" steps")) {
      result += " step";
      start += 6;
    }
  }
  return result + text.substr(start);
}

}  // namespace holdfast
