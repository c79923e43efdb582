#include "holdfast/base/json.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

// Counts brackets outside strings; the parser finds everything else that is wrong.
void check_nesting(std::string_view text) {
  int depth = 0;
  bool string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') string = !string;
    if (string && c == '\\') ++i;
    if (string) continue;
    if ((c == '{' || c == '[') && ++depth > kMostNesting) {
      throw InputError(fmt::format("this JSON nests over {} levels deep", kMostNesting));
    }
    if (c == '}' || c == ']') --depth;
  }
}

}  // namespace

nlohmann::json parse_json(std::string_view text) {
  check_nesting(text);
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::out_of_range&) {
    throw InputError("this JSON has a number that is too large");
  }
}

}  // namespace holdfast
