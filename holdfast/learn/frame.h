// Coverage as bit planes. A frame fixes a head and the variables that literals share; its slots are
// the ways to bind them, for each target: plane j holds the j-th binding of every target. What a
// literal (with thresholds on its local variables) says is one set of planes; a rule's coverage is
// the AND of its literals' planes, joined by OR over the slots.
//
// Planes of thresholds are unions of the planes of single values, so each costs one OR.
#pragma once

#include <string>
#include <vector>

#include "holdfast/learn/skeleton.h"
#include "holdfast/learn/targets.h"

namespace holdfast::learn {

// One way to use a literal: thresholds on its local variables (Bound::variable counts them in the
// order they stand in the literal) and the slots where it holds.
struct Option {
  std::vector<Bound> bounds = {};
  std::vector<Word> planes = {};
};

class Frame {
 public:
  // `shared` are variables of the skeleton, as Skeleton::shared() gives them.
  Frame(const FactIndex& facts, const Targets& targets, const Skeleton& skeleton,
        const std::vector<int>& shared);

  std::size_t slots() const { return slots_; }
  std::size_t words() const { return words_; }
  std::size_t plane_words() const { return slots_ * words_; }

  // The slots that exist: the planes of the empty body.
  std::vector<Word> all() const;

  // Every different set of slots that thresholds allowed by the bias can give, with the fewest
  // thresholds; the first has none. `types` are the types of the literal's local variables.
  std::vector<Option> literal_options(const SkeletonLiteral& literal, const Bias& bias,
                                      const std::vector<std::string>& types) const;
  // The same for a shared variable: thresholds on it alone.
  std::vector<Option> variable_options(std::size_t shared, const Bias& bias,
                                       const std::string& type) const;

  // The slots where literal and bounds hold; bounds count local variables as above.
  std::vector<Word> literal_planes(const SkeletonLiteral& literal,
                                   const std::vector<Bound>& bounds) const;
  std::vector<Word> variable_planes(std::size_t shared, const std::vector<Bound>& bounds) const;

  // The coverage of planes: OR over the slots, written to `covers` (words() words).
  void join(const Word* planes, Word* covers) const;

  // Local variables of a literal in the order they stand in it.
  std::vector<int> locals(const SkeletonLiteral& literal) const;

 private:
  struct Slot {
    std::size_t bit = 0;  // in the planes
    int context = 0;
    std::size_t values = 0;  // of the shared variables, in values_
  };
  // A slot with values of the local variables for which the literal holds.
  struct Matches {
    std::size_t locals = 0;
    std::vector<std::size_t> bits;
    std::vector<Value> values;
  };

  void add_slots(const Target& target, std::size_t column, const Skeleton& skeleton);
  std::vector<Value> domain(const Skeleton& skeleton, std::size_t shared, int context) const;
  Matches matches(const SkeletonLiteral& literal) const;
  Matches variable_matches(std::size_t shared) const;
  std::vector<Option> options(const Matches& matches, const Bias& bias,
                              const std::vector<std::string>& types) const;
  std::vector<Word> planes(const Matches& matches, const std::vector<Bound>& bounds) const;

  const FactIndex& facts_;
  std::vector<int> shared_;
  std::vector<std::string> shared_types_;
  std::vector<bool> from_head_;
  std::size_t words_ = 0;
  std::size_t slots_ = 0;
  std::vector<Slot> slot_list_;
  std::vector<Value> values_;
};

}  // namespace holdfast::learn
