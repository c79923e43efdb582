// From traces to a task (paper, section 3.2).
//
// Of the episodes with a return strictly above the mean, stretches of n > 1 equal actions a say:
// at the first belief init(a), at the others contd(a), and neither for any other action there; at
// the first belief after the stretch, contd(a) no more (an option). Actions whose stretches are
// longer than 1 on average, and whose effects the domain can foresee, get rules for init and contd;
// the others get rules without time, from every step. Every atom is an example of its own, so the
// task falls apart by action.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holdfast/learn/task.h"
#include "holdfast/learn/traces.h"

namespace holdfast::learn {

struct TraceTaskOptions {
  // Of an example; chosen by description length if not given (see penalty_of).
  std::optional<Cost> penalty = {};
  // The rarer of the two classes of a head is weighted by (how much rarer it is)^balance.
  double balance = 0.5;
  // Whether the end of a stretch is an example against contd.
  bool ends = false;
  // Whether every action gets rules without time: the local rules of Meli et al. (2024).
  bool local = false;
  int max_length = 8;
  // At most so many thresholds on a feature, quantiles of the values seen; 0: every value.
  int thresholds = 8;
  // Whether a feature may have a threshold on both sides.
  bool intervals = false;
  // How many entities (rocks, directions) one rule may speak of.
  int entities = 1;
  // Whether episodes at or below the mean return are left out.
  bool select = true;
};

struct ActionSummary {
  std::string name;
  bool of_entity = false;
  // In the selected episodes.
  int stretches = 0;
  double mean_stretch = 0;
  // Whether it gets init and contd, and not rules without time: longer than 1 step on average,
  // and foreseeable; none if rules are to be local.
  bool macro = false;
};

// What an example is about, by example of the task.
struct ExampleOrigin {
  int action = 0;  // in TraceTask::actions
  std::uint64_t seed = 0;
  int step = 0;
};

struct TraceTask {
  Task task = {};
  std::vector<ActionSummary> actions = {};
  std::vector<ExampleOrigin> origins = {};
  int episodes = 0;
  int selected = 0;
  double mean_return = 0;
  Cost penalty = 0;
};

// Episodes whose return is strictly above the mean of all.
std::vector<const TraceEpisode*> select_episodes(const Traces& traces, bool above_mean);

// Throws InputError if the facts or actions are not those the header announces, or if nothing is
// left to learn from.
TraceTask make_task(const Traces& traces, const TraceTaskOptions& options = {});
// From these episodes of the traces.
TraceTask make_task_from(const Traces& traces, const std::vector<const TraceEpisode*>& episodes,
                         const TraceTaskOptions& options = {});

// The penalty by description length: naming an exception among n examples takes log2(n) bits,
// naming a literal among the c there are takes log2(c); their ratio is what an exception may cost
// in literals. At least 1.
Cost penalty_of(std::size_t examples, const Bias& bias);

}  // namespace holdfast::learn
