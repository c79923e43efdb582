// The hypothesis space of one head: every rule that the bias allows (or the task gives), walked
// depth first with its coverage. A branch adds a literal with its thresholds, so coverage only
// shrinks along it: a visitor that sees no hope in a prefix cuts off all rules below it.
// What a walk needs is made when it comes there, and kept for the next.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "holdfast/learn/frame.h"
#include "holdfast/learn/skeleton.h"
#include "holdfast/learn/targets.h"

namespace holdfast::learn {

// A rule of the space: a skeleton, and for each of its units (literals, then shared variables
// with thresholds) the option taken.
struct RuleRef {
  int skeleton = -1;
  std::vector<int> options = {};
};

class SpaceVisitor {
 public:
  virtual ~SpaceVisitor() = default;
  // Whether rules that derive at most `covers` and have at least this length may matter. Length is
  // what a rule costs (Bias::cost).
  virtual bool may_matter(std::span<const Word> covers, int length) = 0;
  virtual void visit(const RuleRef& rule, int length, std::span<const Word> covers) = 0;
};

class Space {
 public:
  // Nothing is done before the first walk.
  Space(const Bias& bias, const FactIndex& facts, const Targets& targets, const Mode& head);
  // The space of rules given in the task.
  Space(const Bias& bias, const FactIndex& facts, const Targets& targets,
        std::vector<GivenSkeleton> given, std::vector<int> lengths);

  // Visits every rule, except those that the visitor cuts off. Throws OutOfTime, after some of
  // them, when the deadline is over; InputError if the space is too large.
  void walk(SpaceVisitor& visitor, Deadline deadline = Deadline::max());
  logic::Rule rule(const RuleRef& ref) const;
  std::vector<Bound> bounds(const RuleRef& ref) const;
  const Skeleton& skeleton(const RuleRef& ref) const {
    return skeletons_[static_cast<std::size_t>(ref.skeleton)];
  }

  // How many rules there are before any is cut off, as far as walks have come.
  double size() const;

 private:
  using Options = std::shared_ptr<const std::vector<Option>>;
  struct Unit {
    Options options;
    // The skeleton's variables that Bound::variable of the options counts.
    std::vector<int> variables;
    int own_length = 0;  // 1 for a literal, 0 for a variable
    bool droppable = false;
  };
  struct Prepared {
    std::shared_ptr<const Frame> frame;
    std::vector<Unit> units;
  };

  void prepare(const Skeleton& skeleton);
  void prepare_given(const GivenSkeleton& given);
  std::shared_ptr<const Frame> frame_of(const Skeleton& skeleton, const std::vector<int>& shared);
  template <class Make>
  Options options_of(const std::string& key, Make&& make);
  void walk(std::size_t skeleton, SpaceVisitor& visitor);
  void descend(std::size_t unit, int length, SpaceVisitor& visitor);
  bool within_recall(const std::vector<Bound>& bounds) const;
  int cost(int length) const;
  int rest_length(const Prepared& prepared, std::size_t unit) const;

  const Bias& bias_;
  const FactIndex& facts_;
  const Targets& targets_;
  std::optional<Mode> head_;  // none if given
  Timer timer_;
  Budget budget_;
  std::vector<GivenSkeleton> given_;
  std::vector<int> given_lengths_;  // empty unless given
  std::vector<int> recall_;         // of comparisons by declaration
  bool enumerated_ = false;
  std::vector<Skeleton> skeletons_;
  // Of the first skeletons, as far as walks have come.
  std::vector<Prepared> prepared_;
  std::unordered_map<std::string, std::shared_ptr<const Frame>> frames_;
  std::unordered_map<std::string, Options> options_;

  // The branch being walked.
  const Prepared* now_ = nullptr;
  RuleRef ref_;
  std::vector<std::vector<Word>> stack_;
  std::vector<Word> covers_;
  std::vector<int> used_;  // comparisons by declaration
};

}  // namespace holdfast::learn
