// Names of a model as names of the rule language.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::rddl {

// "HAS-LIFE" is has_life; what does not begin with a letter gets one.
std::string rule_name(std::string_view name);

// Hands out each name once, and none that means something else in rules.
class UniqueNames {
 public:
  std::string take(const std::string& wanted);

 private:
  std::set<std::string> taken_;
};

// The names without what all of them begin (or end) with, up to an underscore or, at the end,
// anywhere: x_pos, y_pos are x, y. As they are if one would be left with nothing.
std::vector<std::string> without_common_start(std::vector<std::string> names);
std::vector<std::string> without_common_end(std::vector<std::string> names);

}  // namespace holdfast::rddl
