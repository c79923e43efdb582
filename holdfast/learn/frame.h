// Coverage as bit planes. A frame fixes a head and the variables that literals share; its slots are
// the ways to bind them, for each target: plane j holds the j-th binding of every target. What a
// literal (with thresholds on its local variables) says is one set of planes; a rule's coverage is
// the AND of its literals' planes, joined by OR over the slots.
//
// Planes of thresholds are unions of the planes of single values, so each costs one OR.
#pragma once

#include <string>
#include <vector>

#include "holdfast/learn/deadline.h"
#include "holdfast/learn/skeleton.h"
#include "holdfast/learn/targets.h"

namespace holdfast::learn {

// What the coverages of a space may still take: time, and bytes.
class Budget {
 public:
  Budget(Timer& time, std::size_t memory) : timer(time), memory_(memory) {}
  // Throws InputError with advice if there is not as much left: before anything is allocated.
  void take(double bytes);

  Timer& timer;

 private:
  std::size_t memory_;
  double taken_ = 0;
};

// One way to use a literal: thresholds on its local variables (Bound::variable counts them in the
// order they stand in the literal) and the slots where it holds.
struct Option {
  std::vector<Bound> bounds = {};
  std::vector<Word> planes = {};
};

class Frame {
 public:
  // `shared` are variables of the skeleton, as Skeleton::shared() gives them. Literals of another
  // skeleton may be asked about if its shared variables have the same numbers and types.
  Frame(const FactIndex& facts, const Targets& targets, const Skeleton& skeleton,
        const std::vector<int>& shared, Budget& budget);

  std::size_t slots() const { return slots_; }
  std::size_t words() const { return words_; }
  std::size_t plane_words() const { return slots_ * words_; }

  // The slots that exist: the planes of the empty body.
  const std::vector<Word>& all() const { return all_; }

  // Every set of slots that thresholds allowed by the bias can give, the first without any. One
  // set may come several times: where declarations with little recall give it differently.
  // `types` are the types of the literal's local variables.
  std::vector<Option> literal_options(const SkeletonLiteral& literal, const Bias& bias,
                                      const std::vector<std::string>& types, Budget& budget) const;
  // The same for a shared variable: thresholds on it alone.
  std::vector<Option> variable_options(std::size_t shared, const Bias& bias,
                                       const std::string& type, Budget& budget) const;

  // The slots where literal and bounds hold; bounds count local variables as above.
  std::vector<Word> literal_planes(const SkeletonLiteral& literal, const std::vector<Bound>& bounds,
                                   Budget& budget) const;
  std::vector<Word> variable_planes(std::size_t shared, const std::vector<Bound>& bounds,
                                    Budget& budget) const;

  // The coverage of planes: OR over the slots, written to `covers` (words() words).
  void join(const Word* planes, Word* covers) const;

  // Local variables of a literal in the order they stand in it.
  std::vector<int> locals(const SkeletonLiteral& literal) const;

 private:
  struct TargetSlots {
    int context = 0;
    int column = 0;
    std::size_t slots = 0;
  };
  // A slot with values of the local variables for which the literal holds.
  struct Matches {
    std::size_t locals = 0;
    std::vector<std::size_t> bits;
    std::vector<Value> values;
  };

  // Calls visit(bit, context, values of the shared variables) for each slot; bits are those of the
  // planes.
  template <class Visit>
  void for_each_slot(Visit&& visit) const {
    const Value* binding = values_.data();
    for (const TargetSlots& t : targets_) {
      for (std::size_t j = 0; j < t.slots; ++j, binding += shared_.size()) {
        visit(j * words_ * 64 + static_cast<std::size_t>(t.column), t.context, binding);
      }
    }
  }

  void add_slots(const Target& target, std::size_t column, const Skeleton& skeleton,
                 Budget& budget);
  bool bind_head(const Target& target, const SkeletonLiteral& head,
                 std::vector<Value>& binding) const;
  std::vector<Value> domain(const Skeleton& skeleton, std::size_t shared, int context) const;
  Matches matches(const SkeletonLiteral& literal, Budget& budget) const;
  Matches comparison_matches(const SkeletonLiteral& literal) const;
  Matches variable_matches(std::size_t shared) const;
  std::vector<Option> options(const Matches& matches, const Bias& bias,
                              const std::vector<std::string>& types, Budget& budget) const;
  std::vector<Word> planes(const Matches& matches, const std::vector<Bound>& bounds,
                           Budget& budget) const;
  // Whether the values of a row, counted as Bound::variable does, respect the bounds.
  bool respects(const Value* row, const std::vector<Bound>& bounds) const;

  const FactIndex& facts_;
  std::vector<int> shared_;
  std::vector<std::string> shared_types_;
  std::vector<bool> from_head_;
  std::size_t words_ = 0;
  std::size_t slots_ = 0;
  std::vector<Word> all_;
  std::vector<TargetSlots> targets_;
  // Of the shared variables, slot after slot.
  std::vector<Value> values_;
};

}  // namespace holdfast::learn
