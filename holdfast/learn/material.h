// What is learnt from, be it traces or a task: the examples, those that are kept back to judge the
// result by, and where they come from. The command line and Python begin here.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/learn/evaluate.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/learner.h"
#include "holdfast/learn/trace_task.h"
#include "holdfast/logic/theory.h"

namespace holdfast::learn {

struct MaterialOptions {
  TraceTaskOptions task = {};
  // This share of the episodes is kept back.
  double held_out = 0;
  // What stands before the share where people give it, for messages.
  std::string held_out_option = "held_out=";
};

struct Material {
  Task task = {};
  std::optional<Task> held_out = {};
  // What is scored instead of learning: without constants, and without the definitions of `words`.
  std::optional<logic::Theory> theory = {};
  // Lines about where the examples come from, for the head of a theory or a task.
  std::vector<std::string> about = {};
  // Over all entities, that rules may have.
  std::vector<OverallWord> words = {};
  // Of one example of the commoner class; 0 if the task's file says.
  Cost penalty = 0;
};

// With a theory to score, the examples are for its heads, and weigh by class unless the options say
// otherwise. Throws InputError if the theory speaks other words than the traces, or if no episode
// is left to learn from or to judge by.
Material material_from(const Traces& traces, const MaterialOptions& options = {},
                       const std::optional<logic::Theory>& to_score = {});
// From a file in ILASP's language. Throws InputError as read_task does.
Material material_from_task(const std::string& path, const ReadOptions& options = {},
                            const std::optional<logic::Theory>& to_score = {});

// The theory with all that a reader should know of it.
logic::Theory to_theory(const Material& material, const LearnResult& result);
// By action; none if nothing is kept back.
std::optional<std::map<std::string, ActionScore>> held_out_scores(const Material& material,
                                                                  const LearnResult& result);

}  // namespace holdfast::learn
