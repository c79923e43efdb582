// A part of a task that can be solved alone: heads, and the examples that only they can change.
// With one atom per example every head is a component of its own; examples with several atoms tie
// heads together.
#pragma once

#include <memory>
#include <vector>

#include "holdfast/learn/learner.h"
#include "holdfast/learn/skeleton.h"
#include "holdfast/learn/space.h"
#include "holdfast/learn/targets.h"

namespace holdfast::learn {

// A head of the space: a mode declaration, or the rules given with one shape of head.
struct Head {
  Mode mode = {};
  std::vector<GivenSkeleton> given = {};
  std::vector<int> given_lengths = {};

  bool can_derive(const AtomTable& vocabulary, const FlatAtom& atom) const;
};

// What given rules need beside the words of the task goes into the vocabulary.
std::vector<Head> heads_of(const std::vector<Mode>& modes, const std::vector<GivenRule>& given,
                           AtomTable& vocabulary);

struct Component {
  std::vector<int> heads = {};
  std::vector<int> examples = {};
};

// Every example is in exactly one component; those that no head can change are in one without
// heads.
std::vector<Component> components_of(const std::vector<Example>& examples,
                                     const AtomTable& vocabulary, const std::vector<Head>& heads);

// The examples of a component as a selection problem without candidates.
struct ComponentProblem {
  Targets targets = {};
  SelectionProblem selection = {};
  Cost base = 0;
};

// `hard` is the penalty that stands for "must be covered".
ComponentProblem problem_of(const Task& task, const FactIndex& facts, const Component& component,
                            Cost hard);

// The spaces of a component's heads, in order; they refer to the bias and the problem.
using Spaces = std::vector<std::unique_ptr<Space>>;
Spaces spaces_of(const Bias& bias, const FactIndex& facts, const std::vector<Head>& heads,
                 const Component& component, const ComponentProblem& problem);

struct ComponentResult {
  std::vector<LearntRule> rules = {};
  Selection selection = {};
  double space = 0;
  double candidates = 0;
  // By example of the component.
  std::vector<bool> covered = {};
};

// The best hypothesis for a component that is found before the deadline. Throws InputError if hard
// examples cannot all be covered, or if the space is too large.
ComponentResult solve(const Task& task, const FactIndex& facts, const std::vector<Head>& heads,
                      const Component& component, Cost hard, const LearnOptions& options,
                      Deadline deadline);

}  // namespace holdfast::learn
