// The examples of traces, with the heads that they are about: the first part of a task from them
// (trace_task.h tells which examples there are).
#pragma once

#include <compare>
#include <set>
#include <vector>

#include "holdfast/learn/trace_task.h"

namespace holdfast::learn {

// The type of entities in the bias.
inline constexpr const char* kEntity = "entity";

// What heads say of an action: init(A), contd(A), or the action itself, without time.
struct ActionHead {
  enum class Role { init, contd, now };
  Role role = Role::now;
  int word = 0;  // in TraceTask::actions
  auto operator<=>(const ActionHead&) const = default;
};

struct TraceExamples {
  // Has contexts, heads, and examples that weigh nothing yet.
  TraceTask made = {};
  // By example.
  std::vector<ActionHead> heads = {};
  // By example, if they weigh by what was at stake.
  std::vector<double> stakes = {};
  // The predicates of features about no entity.
  std::set<int> about_none = {};
};

// Throws InputError as make_task does.
TraceExamples examples_from(const Traces& traces, const std::vector<const TraceEpisode*>& episodes,
                            const TraceTaskOptions& options, const HeadForms& forms);

}  // namespace holdfast::learn
