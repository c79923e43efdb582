#include "holdfast/base/spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

// A hand-made reader: the grammar is name [ '(' item { ',' item } ')' ], item := [key '='] value.
class SpecReader {
 public:
  explicit SpecReader(std::string_view text) : text_(text) {}

  Spec read() {
    Spec spec;
    spec.name = word("a name such as rocksample");
    if (accept('(') && !accept(')')) {
      do {
        spec.arguments.push_back(item());
      } while (accept(','));
      if (!accept(')')) fail("',' or ')'");
    }
    skip_blanks();
    if (at_ < text_.size()) fail("the end");
    return spec;
  }

 private:
  std::pair<std::string, std::string> item() {
    std::string first = word("a parameter");
    if (accept('=')) return {first, word("a value")};
    return {"", first};
  }

  std::string word(const char* expected) {
    skip_blanks();
    const std::size_t start = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    if (at_ == start) fail(expected);
    return std::string(text_.substr(start, at_ - start));
  }

  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-' ||
           c == '+' || c == '/';
  }

  bool accept(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  [[noreturn]] void fail(const char* expected) const {
    throw InputError(fmt::format("'{}', column {}: expected {}; write name(parameter=value,...)",
                                 text_, at_ + 1, expected));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

}  // namespace

Spec parse_spec(std::string_view text) { return SpecReader(text).read(); }

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 2) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

ParameterInfo whole_number(const std::string& name, int default_value, int low, int high,
                           const std::string& help) {
  return {name, std::to_string(default_value), fmt::format("{}, {} to {}", help, low, high),
          static_cast<double>(low), static_cast<double>(high)};
}

ParameterInfo real_number(const std::string& name, double default_value, double low, double high,
                          const std::string& help) {
  return {name, fmt::format("{}", default_value), fmt::format("{}, {} to {}", help, low, high), low,
          high};
}

Parameters::Parameters(const Spec& spec, std::vector<ParameterInfo> known,
                       const std::vector<std::string>& positional)
    : instance_(spec.name), known_(std::move(known)) {
  std::vector<std::string> names;
  for (const ParameterInfo& info : known_) {
    values_[info.name] = info.default_value;
    names.push_back(info.name);
  }
  std::size_t bare = 0;
  for (const auto& [key, value] : spec.arguments) {
    std::string name = key;
    if (name.empty()) {
      if (bare == positional.size()) {
        throw InputError(fmt::format("{}: '{}' has no parameter name; the parameters are {}",
                                     instance_, value, fmt::join(names, ", ")));
      }
      name = positional[bare++];
    }
    if (!values_.contains(name)) {
      const std::string near = nearest(name, names);
      throw InputError(fmt::format(
          "{}: there is no parameter '{}'{}; the parameters are {}", instance_, name,
          near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), fmt::join(names, ", ")));
    }
    if (given(name)) throw InputError(fmt::format("{}: '{}' is given twice", instance_, name));
    values_[name] = value;
    given_[name] = true;
  }
}

bool Parameters::given(const std::string& name) const {
  const auto it = given_.find(name);
  return it != given_.end() && it->second;
}

const ParameterInfo& Parameters::info(const std::string& name) const {
  for (const ParameterInfo& info : known_) {
    if (info.name == name) return info;
  }
  throw InputError(
      fmt::format("{}: it asks for a parameter '{}' that it does not declare", instance_, name));
}

const std::string& Parameters::text(const std::string& name) const {
  return values_.at(info(name).name);
}

int Parameters::integer(const std::string& name) const {
  const ParameterInfo& known = info(name);
  return integer(name, static_cast<int>(known.low), static_cast<int>(known.high));
}

double Parameters::real(const std::string& name) const {
  const ParameterInfo& known = info(name);
  return real(name, known.low, known.high);
}

int Parameters::integer(const std::string& name, int low, int high) const {
  const std::string& value = text(name);
  int result = 0;
  const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (code != std::errc() || end != value.data() + value.size() || result < low || result > high) {
    throw InputError(fmt::format("{}: {}={} is not a whole number from {} to {}", instance_, name,
                                 value, low, high));
  }
  return result;
}

double Parameters::real(const std::string& name, double low, double high) const {
  const std::string& value = text(name);
  double result = 0;
  const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (code != std::errc() || end != value.data() + value.size() ||
      !(result >= low && result <= high)) {
    throw InputError(
        fmt::format("{}: {}={} is not a number from {} to {}", instance_, name, value, low, high));
  }
  return result;
}

std::string Parameters::choice(const std::string& name,
                               const std::vector<std::string>& choices) const {
  const std::string& value = text(name);
  if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
    throw InputError(fmt::format("{}: {}={} is not one of {}", instance_, name, value,
                                 fmt::join(choices, ", ")));
  }
  return value;
}

bool Parameters::boolean(const std::string& name) const {
  const std::string value = choice(name, {"on", "off", "true", "false", "1", "0"});
  return value == "on" || value == "true" || value == "1";
}

std::string Parameters::canonical() const {
  std::vector<std::string> items;
  for (const ParameterInfo& info : known_) items.push_back(info.name + "=" + text(info.name));
  if (items.empty()) return instance_;
  return fmt::format("{}({})", instance_, fmt::join(items, ","));
}

}  // namespace holdfast
