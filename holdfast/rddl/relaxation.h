// What states are worth in an easier problem, made from the formulas alone: step by step each bit
// may take any value that it could have for *some* action, some luck, and some of the values that
// other bits could have by then, whatever the others do at the same time. The reward of a step is
// the best one over all that is possible.
//
// What is deterministic stays so: cars that are seen drive on, and a road without a way out is one.
// But what has to be done one after the other seems possible at once. So `Costs::added` counts, for
// each value of a bit, the actions that bring it about (more of them where chance must help), adds
// them up where several values are needed together, and lets a step have only what the number of
// actions until then can pay.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "holdfast/rddl/ground_model.h"
#include "holdfast/rddl/ranges.h"

namespace holdfast::rddl {

class Relaxation {
 public:
  enum class Costs {
    none,   // a bound: nobody earns more, even who sees the state and knows all luck to come
    added,  // an estimate
  };

  Relaxation(const std::shared_ptr<const GroundModel>& model, Costs costs);

  // The discounted rewards of so many steps from a state, which is words of bits. Values are worked
  // out in memory of its own: each thread needs a copy.
  double value(const std::uint64_t* state, int steps);

 private:
  // Of a condition: what it costs that it holds, and that it does not (infinite if it cannot be).
  struct Cell {
    double yes = 0;
    double no = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  struct Operation {
    Node node;               // its operands are cells
    std::int32_t cell = 0;   // where the result goes
    std::int32_t first = 0;  // of its operands
  };
  // How a bit may get its next value: by a formula, for the price of some actions.
  struct Way {
    std::int32_t cell = 0;
    double cost = 0;
  };
  struct Formulas;
  class Builder;

  void enter(const std::uint64_t* state);
  void evaluate();
  Cell evaluated(const Operation& operation);
  Cell chance(const Operation& operation, const Range& numbers);
  Range number(std::int32_t cell) const;
  double best_reward() const;
  double reward_of_step();
  // What is one or the other must be one of them, whatever that costs.
  double payable(const Cell& c) const { return std::max(budget_, std::min(c.yes, c.no)); }
  // Moves on by a step; false if that changes nothing.
  bool advance();

  std::shared_ptr<const Formulas> formulas_;
  // Bits come first, in the order of Formulas::bits; then constants and results of operations. Of
  // numbers, `yes` is the lowest and `no` the highest value.
  std::vector<Cell> cells_;
  std::vector<Cell> next_;
  std::vector<double> first_chances_;  // by cell; negative if not known yet
  double budget_ = 0;
};

}  // namespace holdfast::rddl
