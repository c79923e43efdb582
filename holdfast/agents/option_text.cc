#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "holdfast/agents/agent_options.h"
#include "holdfast/base/error.h"

namespace holdfast {
namespace {

template <class T>
bool parse(const std::string& text, T& value) {
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  return code == std::errc{} && stop == end;
}

}  // namespace

std::int64_t OptionText::integer() const {
  std::int64_t value = 0;
  if (!parse(text_, value)) {
    throw InputError(fmt::format("--{} {}: expected a whole number", name_, text_));
  }
  return value;
}

int OptionText::small_integer() const {
  const std::int64_t value = integer();
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
    throw InputError(fmt::format("--{} {}: is too large a number", name_, text_));
  }
  return static_cast<int>(value);
}

double OptionText::real() const {
  double value = 0;
  if (!parse(text_, value)) {
    throw InputError(fmt::format("--{} {}: expected a number", name_, text_));
  }
  return value;
}

bool OptionText::boolean() const {
  if (text_ == "true") return true;
  if (text_ == "false") return false;
  throw InputError(fmt::format("--{} {}: expected true or false", name_, text_));
}

const std::string& OptionText::choice(const std::vector<std::string>& choices) const {
  if (std::find(choices.begin(), choices.end(), text_) != choices.end()) return text_;
  throw InputError(
      fmt::format("--{} {}: expected one of {}", name_, text_, fmt::join(choices, ", ")));
}

// Not a number is in no range.
bool Range::contains(double value) const {
  return (above ? value > least : value >= least) && (below ? value < most : value <= most);
}

std::string Range::text() const {
  if (!above && !below) return fmt::format("from {} to {}", least, most);
  return fmt::format("{} {} and {} {}", above ? "above" : "at least", least,
                     below ? "below" : "at most", most);
}

}  // namespace holdfast
