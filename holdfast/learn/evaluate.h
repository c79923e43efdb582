// How good a theory is on a task: which examples it covers, and what that makes for each action.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/learn/task.h"

namespace holdfast::learn {

// By example. Throws InputError naming a rule that is beyond the learner's language.
std::vector<bool> covered_by(const Task& task, const std::vector<logic::Rule>& rules);

// Examples about one action; init and contd together.
struct ActionScore {
  int examples = 0;
  int covered = 0;
  // By what should be derived and what is.
  int right = 0;   // included and derived
  int missed = 0;  // included and not derived
  int wrong = 0;   // excluded and derived
  int silent = 0;  // excluded and not derived

  // cov_a of the paper.
  double coverage() const { return examples == 0 ? 1 : double(covered) / examples; }
  // Of what is derived; none if nothing is.
  std::optional<double> precision() const { return share(right, wrong); }
  // Of what should be derived; none if nothing should.
  std::optional<double> recall() const { return share(right, missed); }
  // The mean of the rates of both classes, which no empty theory can push above a half.
  double balanced() const { return (recall().value_or(1) + share(silent, wrong).value_or(1)) / 2; }

 private:
  static std::optional<double> share(int of, int others) {
    if (of + others == 0) return std::nullopt;
    return double(of) / (of + others);
  }
};

// The name of the action that an atom is about: east for init(east), move for contd(move(north)),
// check for check(2).
std::string action_of(const logic::Atom& atom);
std::string action_of(const AtomTable& atoms, const FlatAtom& atom);

std::map<std::string, ActionScore> scores(const Task& task, const std::vector<bool>& covered);

}  // namespace holdfast::learn
