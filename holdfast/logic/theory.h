// A theory: rules with their coverage, as one file that clingo runs unchanged.
//
//   % Learnt from 512 examples.            header: comments set off by a blank line
//
//   % coverage: north 0.96                 how often the rules for an action are right
//
//   % why this rule                        comments stay with the rule below them
//   init(north) :- delta_y(R,D), D > 0.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

// `#const name = value.`
struct Constant {
  std::string name;
  Term value;
  friend bool operator==(const Constant&, const Constant&) = default;
};

struct Theory {
  std::vector<std::string> header;
  // By the name of the action (`check` for every check(R)), in (0, 1], in the order written.
  std::vector<std::pair<std::string, double>> coverage;
  std::vector<Constant> constants;
  std::vector<Rule> rules;
  // Comments after the last rule.
  std::vector<std::string> footer;
  // The name of the file, for messages.
  std::string file = "theory";

  // The coverage of an action's name, if the theory gives one.
  std::optional<double> coverage_of(std::string_view action) const;
  // The same but for `file`.
  friend bool operator==(const Theory& a, const Theory& b);
};

// Sum of the lengths of the rules (the learner's measure).
int length(const Theory& theory);

// Throws InputError with file, line and column.
Theory parse_theory(std::string_view text, const std::string& file = "theory");
Theory read_theory(const std::string& path);

std::string to_string(const Theory& theory);

}  // namespace holdfast::logic
