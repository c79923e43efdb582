// A selection problem made small without losing its optimum: rules that cannot pay for their
// length go, as do rules equal to or dominated by another; columns that the remaining rules cannot
// tell apart become one, with the sum of their weights.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "holdfast/learn/selection.h"

namespace holdfast::learn {

// An example that is more than one column; its columns are positions in the layout.
struct JointExample {
  Cost penalty = 0;
  bool positive = true;
  std::vector<std::size_t> inclusions;
  std::vector<std::size_t> exclusions;
};

// What deriving each column can do, and what the empty selection costs.
struct Classification {
  std::vector<Column> columns = {};
  // With columns as the problem numbers them.
  std::vector<JointExample> joint = {};
  Cost base = 0;
};

Classification classify(int columns, const std::vector<SelectionExample>& examples);

struct ReducedRule {
  int candidate = 0;
  int head = 0;
  int length = 0;
  // Weights of what it derives: satisfied and helped examples, and broken ones.
  Cost gain = 0;
  Cost loss = 0;
};

class ReducedProblem {
 public:
  // The problem must stay: what its candidates derive is looked at there unless columns move.
  // Throws OutOfTime.
  explicit ReducedProblem(const SelectionProblem& problem, Timer timer = Timer());
  ReducedProblem(const ReducedProblem&) = delete;
  ReducedProblem& operator=(const ReducedProblem&) = delete;

  const std::vector<ReducedRule>& rules() const { return rules_; }
  std::span<const Word> covers(std::size_t rule) const { return covers_[rule]; }
  const ColumnLayout& layout() const { return layout_; }
  const std::vector<JointExample>& joint() const { return joint_; }
  // The cost of the empty selection.
  Cost base() const { return base_; }
  // At most this many rules of one head, and in all (a best selection needs no more).
  int rules_per_head() const { return rules_per_head_; }
  int most_rules() const { return most_rules_; }

  // How much less than base() a set of columns costs, without the length of its rules: exactly,
  // and at best (what joint examples might still give).
  Cost exact(std::span<const Word> derived) const;
  Cost optimistic(std::span<const Word> derived) const {
    return layout_.inclusions(derived) + layout_.helps(derived) - layout_.exclusions(derived);
  }

 private:
  void bound_rules(int rules_per_head);

  std::vector<JointExample> joint_;
  std::vector<ReducedRule> rules_;
  ColumnLayout layout_;
  // By rule: in the problem or, where columns moved, in the store.
  std::vector<std::span<const Word>> covers_;
  std::vector<Word> store_;
  Cost base_ = 0;
  int rules_per_head_ = 0;
  int most_rules_ = 0;
};

}  // namespace holdfast::learn
