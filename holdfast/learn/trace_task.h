// From traces to a task (paper, section 3.2).
//
// Of the episodes with a return strictly above the mean, stretches of equal actions a say: at every
// belief init(a), from the second on also contd(a), and at the first belief after the stretch
// contd(a) no more. No other action starts at any of these beliefs, and none goes on while a does.
// (The paper's own examples have init at the first belief only, and leave out stretches of one step
// and ends: an option.) Actions whose stretches are longer than 1 on average, and whose effects the
// domain can foresee, get rules for init and contd; the others get rules without time, from every
// step. Every atom is an example of its own, so the task falls apart by action.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/learn/overall_words.h"
#include "holdfast/learn/stakes.h"
#include "holdfast/learn/task.h"
#include "holdfast/learn/traces.h"

namespace holdfast::learn {

struct TraceTaskOptions {
  // Of an example; chosen by description length if not given (trace_weights.h).
  std::optional<Cost> penalty = {};
  // The rarer of the two classes of a head is weighted by (how much rarer it is)^balance.
  double balance = 0.5;
  Weights weights = Weights::automatic;
  // Whether the examples are the paper's only.
  bool paper = false;
  // Whether every action gets rules without time: the local rules of Meli et al. (2024).
  bool local = false;
  // Of a rule, head included; by default shorter with words over all entities, which say more.
  std::optional<int> max_length = {};
  // At most so many cuts of a feature's values, where the classes differ most; 0: every cut.
  int thresholds = 8;
  // Whether rules may have words over all entities (overall_words.h).
  bool overall = true;
  // These instead of those that the examples suggest: to score a theory that has them.
  std::optional<std::vector<OverallWord>> words = {};
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
  // Whether it gets init and contd: longer than 1 step on average and foreseeable, unless rules are
  // to be local; or because the theory to be scored has them.
  bool macro = false;
  // Whether it gets rules without time: the other actions, or because the theory has them.
  bool now = false;
};

// The heads that a theory has for an action.
struct HeadForm {
  bool macro = false;
  bool now = false;
};
// By name of the action. What is scored follows the theory, not the scored episodes: they may have
// other stretches than those it was learnt from.
using HeadForms = std::map<std::string, HeadForm>;
HeadForms forms_of(const std::vector<logic::Rule>& theory);

// What an example is about, by example of the task.
struct ExampleOrigin {
  std::uint64_t seed = 0;
  int action = 0;  // in TraceTask::actions
  int step = 0;
};

struct TraceTask {
  Task task = {};
  std::vector<ActionSummary> actions = {};
  std::vector<ExampleOrigin> origins = {};
  // The words over all entities that are offered.
  std::vector<OverallWord> words = {};
  Cost penalty = 0;
  bool by_stake = false;
};

// The heads that the theory learnt from a task may have.
HeadForms forms_of(const TraceTask& task);

// The episodes to learn from and those to judge by; both strictly above the mean return of the
// former, so that nothing of the others is known to the learner.
struct EpisodeSplit {
  std::vector<const TraceEpisode*> training = {};
  std::vector<const TraceEpisode*> held_out = {};
  double mean_return = 0;  // of all episodes of the training part
  int held_out_episodes = 0;
};

// Keeps back this share of the episodes, every so many-th; all of both parts are used unless
// above_mean, or where returns tell nothing (Traces::judged).
EpisodeSplit split_episodes(const Traces& traces, double held_out, bool above_mean);

// Throws InputError if the facts or actions are not those the header announces, or if nothing is
// left to learn from.
TraceTask make_task(const Traces& traces, const TraceTaskOptions& options = {});
// From these episodes of the traces. Actions in `forms` have the heads that it says, the others
// those of their stretches.
TraceTask make_task_from(const Traces& traces, const std::vector<const TraceEpisode*>& episodes,
                         const TraceTaskOptions& options = {}, const HeadForms& forms = {});

}  // namespace holdfast::learn
