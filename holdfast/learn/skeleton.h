// The shape of a rule before its thresholds: a head and body literals over variables.
// `init(east) :- delta_x(R,D), guess(R,V)` is the skeleton of `..., D>0, V>70`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holdfast/learn/deadline.h"
#include "holdfast/learn/task.h"

namespace holdfast::learn {

struct Argument {
  int variable = -1;  // -1: the constant
  Value constant = 0;
  bool operator==(const Argument&) const = default;
};

// An atom, perhaps negated, or a comparison of two variables.
struct SkeletonLiteral {
  int predicate = 0;  // of an atom
  bool negated = false;
  std::vector<Argument> arguments = {};
  std::optional<logic::Comparator> comparator = {};
  bool mentions(int variable) const;
  // Whether it gives its variables their values.
  bool binds() const { return !negated && !comparator; }
  bool operator==(const SkeletonLiteral&) const = default;
};

// A comparison of a variable with a constant.
struct Bound {
  int variable = 0;
  logic::Comparator comparator = logic::Comparator::greater;
  Value constant = 0;
  int declaration = -1;  // of the ComparisonMode, for its recall
};

struct Skeleton {
  SkeletonLiteral head = {};
  std::vector<SkeletonLiteral> body = {};
  // The type of each variable.
  std::vector<std::string> types = {};

  // Variables that more than one literal, or the head, mentions. The others are local to a literal.
  std::vector<int> shared() const;
  // Whether the rule stays safe, and its other literals mean the same, without this literal.
  bool can_drop(std::size_t literal) const;
};

// All skeletons with this head that the bias allows, each once. Their shared variables come first,
// so that skeletons with shared variables of the same types can use the same coverages.
// Throws OutOfTime, or InputError if there are more than a million.
std::vector<Skeleton> skeletons_of(const Bias& bias, const Mode& head, Timer& timer);

// A rule of the language as a skeleton and bounds; throws InputError naming what is beyond it.
struct GivenSkeleton {
  Skeleton skeleton;
  std::vector<Bound> bounds;
};
GivenSkeleton skeleton_of(AtomTable& vocabulary, const logic::Rule& rule);

logic::Rule to_rule(const AtomTable& vocabulary, const Skeleton& skeleton,
                    const std::vector<Bound>& bounds);

}  // namespace holdfast::learn
