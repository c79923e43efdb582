// The learner: the hypothesis of least length plus penalties of uncovered examples, with proof.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holdfast/learn/selection.h"
#include "holdfast/learn/task.h"

namespace holdfast::learn {

// What is asked of every rule; each example counts once, whatever its weight.
struct RuleLimits {
  // It derives at least this share of inclusions among the inclusions and exclusions that it
  // derives; 0: any share.
  double precision = 0;
  // It derives at least so many inclusions.
  int support = 0;
};
// Of rules from traces, unless somebody says otherwise: right more often than not, and more often
// than by chance.
inline constexpr RuleLimits kTraceLimits{.precision = 0.5, .support = 5};

struct LearnOptions {
  Engine engine = Engine::automatic;
  // Optimality is proven among hypotheses with at most this many rules per head; 0: any number.
  int rules_per_head = 2;
  RuleLimits limits = {};
  // Seconds for the search, after which the best hypothesis found is returned; 0: no limit.
  double seconds = 0;
  // How many heads are worked on at once. The result does not depend on it.
  int threads = 1;
  // Bytes that candidates of one head may take.
  std::size_t memory = std::size_t{2} << 30;
};

struct LearntRule {
  logic::Rule rule;
  int length = 0;  // what it costs (Bias::cost): its number of literals, if nothing else is said
  // Inclusions that it derives, those of them that no other rule derives, and exclusions.
  int explains = 0;
  int alone = 0;
  int wrong = 0;
};

struct LearnResult {
  std::vector<LearntRule> rules = {};
  // cost = length + penalty; no hypothesis within rules_per_head costs less than `bound`, which is
  // the cost if and only if `optimal`, and 0 if nothing is known.
  Cost cost = 0;
  Cost bound = 0;
  int length = 0;
  Cost penalty = 0;
  bool optimal = true;
  int rules_per_head = 0;
  RuleLimits limits = {};
  // Rules in the space (as far as the time allowed to look), and those that could be part of an
  // optimum.
  double space = 0;
  double candidates = 0;
  // By example.
  std::vector<bool> covered = {};
};

// Throws InputError if hard examples cannot all be covered, naming those in conflict.
LearnResult learn(const Task& task, const LearnOptions& options = {});

}  // namespace holdfast::learn
