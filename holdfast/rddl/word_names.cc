#include "holdfast/rddl/word_names.h"

#include <algorithm>
#include <cctype>

#include "holdfast/logic/memory_words.h"

namespace holdfast::rddl {
namespace {

bool means_something_else(const std::string& name) {
  return logic::is_memory_word(name) || name == "init" || name == "contd" || name == "holds" ||
         name == "not" || name == "prob";
}

std::vector<std::string> shortened(const std::vector<std::string>& names, std::size_t start,
                                   std::size_t end) {
  std::set<std::string> result;
  std::vector<std::string> list;
  for (const std::string& n : names) {
    list.push_back(n.substr(start, n.size() - start - end));
    if (list.back().empty() || !std::isalpha(static_cast<unsigned char>(list.back()[0]))) {
      return names;
    }
    result.insert(list.back());
  }
  return result.size() == names.size() ? list : names;
}

}  // namespace

std::string rule_name(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    result += std::isalnum(u) ? static_cast<char>(std::tolower(u)) : '_';
  }
  if (result.empty() || !std::isalpha(static_cast<unsigned char>(result[0]))) result = "o" + result;
  return result;
}

std::string UniqueNames::take(const std::string& wanted) {
  std::string name = means_something_else(wanted) ? "is_" + wanted : wanted;
  while (!taken_.insert(name).second) name += "_";
  return name;
}

std::vector<std::string> without_common_start(std::vector<std::string> names) {
  if (names.size() < 2) return names;
  std::size_t common = 0, cut = 0;
  while (std::ranges::all_of(names, [&](const std::string& n) {
    return common < n.size() && n[common] == names[0][common];
  })) {
    if (names[0][common++] == '_') cut = common;
  }
  return shortened(names, cut, 0);
}

std::vector<std::string> without_common_end(std::vector<std::string> names) {
  if (names.size() < 2) return names;
  std::size_t common = 0;
  const auto from_end = [](const std::string& n, std::size_t i) { return n[n.size() - 1 - i]; };
  while (std::ranges::all_of(names, [&](const std::string& n) {
    return common < n.size() && from_end(n, common) == from_end(names[0], common);
  })) {
    ++common;
  }
  return shortened(names, 0, common);
}

}  // namespace holdfast::rddl
