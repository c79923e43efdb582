#include "holdfast/rddl/relaxation.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "holdfast/rddl/reward_range.h"

namespace holdfast::rddl {
namespace {

constexpr double kNever = ranges::kInfinity;

}  // namespace

// What copies share; nobody changes it.
struct Relaxation::Formulas {
  struct Bit {
    int bit = 0;
    std::int32_t first_way = 0;  // its ways end where those of the next one begin
  };

  std::vector<Bit> bits;  // those that rewards depend on
  std::vector<Way> ways;
  std::vector<Operation> operations;
  std::vector<std::int32_t> operands;
  std::vector<bool> is_number;  // by cell
  std::vector<Cell> constants;  // all cells; those that are not constant are of no interest
  std::vector<std::int32_t> rewards;
  double discount = 1;
  double actions_per_step = 0;  // what a step adds to the budget
  double chance_cost = 0;       // of one more try
};

// Collects what rewards depend on, and numbers it.
class Relaxation::Builder {
 public:
  Builder(const GroundModel& model, Costs costs)
      : model_(model), pool_(model.pool), costs_(costs) {}

  Formulas build() {
    Formulas& f = formulas_;
    f.discount = model_.program.discount;
    const bool added = costs_ == Costs::added;
    f.chance_cost = added ? 1 : 0;
    f.actions_per_step = added ? most_changed() : 0;
    for (const Ref reward : rewards()) need(reward);
    find_ways();
    number_cells();
    for (const Ref reward : rewards()) f.rewards.push_back(cell(reward));
    return std::move(f);
  }

 private:
  double most_changed() const {
    std::size_t most = 1;
    for (const JointAction& a : model_.joint_actions) most = std::max(most, a.changed.size());
    return static_cast<double>(most);
  }

  // Without those that are never above noop's.
  std::set<Ref> rewards() const {
    const Ref noop = model_.joint_actions.front().reward;
    std::set<Ref> all = {noop};
    for (const JointAction& a : model_.joint_actions) {
      if (!never_above(a.reward, noop)) all.insert(a.reward);
    }
    return all;
  }
  // Terms that both have in common, as often as both have them, do not matter.
  bool never_above(Ref a, Ref b) const {
    double most = 0;
    for (const Ref r : terms_without(a, b)) most += range_of(pool_, r).high;
    for (const Ref r : terms_without(b, a)) most -= range_of(pool_, r).low;
    return most <= 0;
  }
  std::vector<Ref> terms_without(Ref a, Ref b) const {
    const std::multiset<Ref> of_a = terms(a), of_b = terms(b);
    std::vector<Ref> rest;
    std::ranges::set_difference(of_a, of_b, std::back_inserter(rest));
    return rest;
  }
  std::multiset<Ref> terms(Ref r) const {
    if (pool_.node(r).op != Op::sum) return {r};
    const std::span<const Ref> all = pool_.operands(r);
    return {all.begin(), all.end()};
  }

  void need(Ref r) {
    if (!needed_.insert(r).second) return;
    const Node& node = pool_.node(r);
    if (node.op == Op::state && found_.emplace(node.index, r).second) open_.push_back(node.index);
    for (const Ref o : pool_.operands(r)) need(o);
  }

  // Of each bit that is needed, for each formula that it may have, the fewest actions; which need
  // other bits.
  void find_ways() {
    std::map<int, std::map<Ref, double>> by_bit;
    const double price = costs_ == Costs::added ? 1 : 0;
    for (const JointAction& a : model_.joint_actions) {
      const double cost = price * static_cast<double>(a.changed.size());
      for (const auto& [bit, formula] : a.transitions) {
        const auto [it, is_new] = by_bit[bit].emplace(formula, cost);
        it->second = std::min(it->second, cost);
      }
    }
    while (!open_.empty()) {
      const int bit = open_.back();
      open_.pop_back();
      std::map<Ref, double>& ways = by_bit[bit];
      ways[model_.noop_transitions[static_cast<std::size_t>(bit)]] = 0;
      for (const auto& [formula, cost] : ways) need(formula);
    }
    ways_ = std::move(by_bit);
  }

  void number_cells() {
    for (const auto& [bit, r] : found_) {
      cells_[r] = static_cast<std::int32_t>(formulas_.bits.size());
      formulas_.bits.push_back({bit});
    }
    formulas_.is_number.assign(formulas_.bits.size(), false);
    formulas_.constants.resize(formulas_.bits.size());
    // Operands have lower numbers than what is made of them.
    for (const Ref r : needed_) {
      if (pool_.node(r).op != Op::state) add_cell(r);
    }
    for (Formulas::Bit& bit : formulas_.bits) {
      bit.first_way = static_cast<std::int32_t>(formulas_.ways.size());
      for (const auto& [formula, cost] : ways_.at(bit.bit)) {
        formulas_.ways.push_back({cell(formula), cost});
      }
    }
    formulas_.bits.push_back({-1, static_cast<std::int32_t>(formulas_.ways.size())});
  }

  void add_cell(Ref r) {
    const Node& node = pool_.node(r);
    const auto number = static_cast<std::int32_t>(formulas_.constants.size());
    cells_[r] = number;
    formulas_.is_number.push_back(!node.is_condition && !node.is_random);
    formulas_.constants.push_back(initial_cell(node));
    if (node.operand_count == 0) return;
    formulas_.operations.push_back(
        {node, number, static_cast<std::int32_t>(formulas_.operands.size())});
    for (const Ref o : pool_.operands(r)) formulas_.operands.push_back(cell(o));
  }
  // What is read of the next state may be anything: the bit costs nothing either way.
  static Cell initial_cell(const Node& node) {
    if (node.op != Op::constant) return {};
    if (!node.is_condition) return {node.value, node.value};
    return node.value != 0 ? Cell{0, kNever} : Cell{kNever, 0};
  }

  std::int32_t cell(Ref r) const { return cells_.at(r); }

  const GroundModel& model_;
  const Pool& pool_;
  Costs costs_;
  Formulas formulas_;
  std::set<Ref> needed_;
  std::map<int, Ref> found_;  // bits of the state
  std::vector<int> open_;
  std::map<int, std::map<Ref, double>> ways_;
  std::map<Ref, std::int32_t> cells_;
};

Relaxation::Relaxation(const std::shared_ptr<const GroundModel>& model, Costs costs)
    : formulas_(std::make_shared<const Formulas>(Builder(*model, costs).build())),
      cells_(formulas_->constants),
      next_(formulas_->bits.size() - 1),
      first_chances_(cells_.size()) {}

double Relaxation::value(const std::uint64_t* state, int steps) {
  enter(state);
  double value = 0, factor = 1, most = 0;
  bool changes = true;
  for (int t = 0; t < steps; ++t) {
    const bool settled = !changes && formulas_->actions_per_step == 0;
    if (!settled) most = reward_of_step();
    value += factor * most;
    factor *= formulas_->discount;
    if (changes) changes = advance();
    budget_ += formulas_->actions_per_step;
  }
  return value;
}

double Relaxation::reward_of_step() {
  evaluate();
  return best_reward();
}

void Relaxation::enter(const std::uint64_t* state) {
  for (std::size_t i = 0; i < next_.size(); ++i) {
    const int bit = formulas_->bits[i].bit;
    const bool is_set = (state[bit / 64] >> (bit % 64) & 1) != 0;
    cells_[i] = is_set ? Cell{0, kNever} : Cell{kNever, 0};
  }
  std::ranges::fill(first_chances_, -1);
  budget_ = 0;
}

void Relaxation::evaluate() {
  for (const Operation& operation : formulas_->operations) {
    cells_[static_cast<std::size_t>(operation.cell)] = evaluated(operation);
  }
}

Range Relaxation::number(std::int32_t cell) const {
  const auto i = static_cast<std::size_t>(cell);
  const Cell& c = cells_[i];
  if (formulas_->is_number[i]) return {c.yes, c.no};
  return {c.no <= payable(c) ? 0.0 : 1.0, c.yes <= payable(c) ? 1.0 : 0.0};
}

Relaxation::Cell Relaxation::evaluated(const Operation& operation) {
  const Node& node = operation.node;
  const std::int32_t* operands = &formulas_->operands[static_cast<std::size_t>(operation.first)];
  const auto at = [&](std::size_t i) -> const Cell& {
    return cells_[static_cast<std::size_t>(operands[i])];
  };
  const auto range = [&](std::size_t i) { return number(operands[i]); };
  const auto n = static_cast<std::size_t>(node.operand_count);
  switch (node.op) {
    case Op::negation:
      return {at(0).no, at(0).yes};
    case Op::all: {
      Cell all{0, kNever};
      for (std::size_t i = 0; i < n; ++i) all = {all.yes + at(i).yes, std::min(all.no, at(i).no)};
      return all;
    }
    case Op::any: {
      Cell any{kNever, 0};
      for (std::size_t i = 0; i < n; ++i) any = {std::min(any.yes, at(i).yes), any.no + at(i).no};
      return any;
    }
    case Op::same:
      return {std::min(at(0).yes + at(1).yes, at(0).no + at(1).no),
              std::min(at(0).yes + at(1).no, at(0).no + at(1).yes)};
    case Op::choice: {
      if (node.is_condition || node.is_random) {
        return {std::min(at(0).yes + at(1).yes, at(0).no + at(2).yes),
                std::min(at(0).yes + at(1).no, at(0).no + at(2).no)};
      }
      const bool can = at(0).yes <= payable(at(0)), need_not = at(0).no <= payable(at(0));
      const Range r = can && need_not ? ranges::hull(range(1), range(2)) : range(can ? 1 : 2);
      return {r.low, r.high};
    }
    case Op::bernoulli:
      return chance(operation, range(0));
    case Op::equal: {
      const Range a = range(0), b = range(1);
      const bool can = a.low <= b.high && b.low <= a.high;
      const bool must = a.low == a.high && b.low == b.high && a.low == b.low;
      return {can ? 0 : kNever, must ? kNever : 0};
    }
    case Op::less:
      return {range(0).low < range(1).high ? 0 : kNever,
              range(0).high >= range(1).low ? 0 : kNever};
    case Op::at_most:
      return {range(0).low <= range(1).high ? 0 : kNever,
              range(0).high > range(1).low ? 0 : kNever};
    default: {
      const Range r = range_by(node, range);
      return {r.low, r.high};
    }
  }
}

// A value of chance p takes 1/p tries. That is the chance at the beginning: what may become of it
// is not paid for here.
Relaxation::Cell Relaxation::chance(const Operation& operation, const Range& numbers) {
  const Range p{std::max(0.0, numbers.low), std::min(1.0, numbers.high)};
  double& first = first_chances_[static_cast<std::size_t>(operation.cell)];
  if (first < 0) first = (p.low + p.high) / 2;
  const double yes = first > 0 ? first : p.high;
  const double no = first < 1 ? 1 - first : 1 - p.low;
  const auto tries = [&](double q) { return formulas_->chance_cost * (1 / q - 1); };
  return {p.high > 0 ? tries(yes) : kNever, p.low < 1 ? tries(no) : kNever};
}

double Relaxation::best_reward() const {
  double best = -kNever;
  for (const std::int32_t cell : formulas_->rewards) best = std::max(best, number(cell).high);
  return best;
}

bool Relaxation::advance() {
  for (std::size_t i = 0; i < next_.size(); ++i) {
    Cell best{kNever, kNever};
    const auto end = static_cast<std::size_t>(formulas_->bits[i + 1].first_way);
    for (auto w = static_cast<std::size_t>(formulas_->bits[i].first_way); w < end; ++w) {
      const Way& way = formulas_->ways[w];
      const Cell& c = cells_[static_cast<std::size_t>(way.cell)];
      best = {std::min(best.yes, way.cost + c.yes), std::min(best.no, way.cost + c.no)};
    }
    next_[i] = best;
  }
  const bool changes = !std::equal(next_.begin(), next_.end(), cells_.begin());
  std::ranges::copy(next_, cells_.begin());
  return changes;
}

}  // namespace holdfast::rddl
