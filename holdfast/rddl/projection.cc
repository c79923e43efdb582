#include "holdfast/rddl/projection.h"

#include <algorithm>
#include <limits>
#include <set>

#include "holdfast/base/rng.h"
#include "holdfast/base/word_hash.h"
#include "holdfast/rddl/ranges.h"

namespace holdfast::rddl {
namespace {

// Whether a formula of a next value can be 1 and can be 0, if one bit is known and nothing else.
struct Can {
  bool hold = true;
  bool fail = true;
};

Can possible(const Pool& pool, Ref r, int bit, bool value) {
  const Node& node = pool.node(r);
  const std::span<const Ref> o = pool.operands(r);
  const auto at = [&](std::size_t i) { return possible(pool, o[i], bit, value); };
  switch (node.op) {
    case Op::constant:
      return {node.value != 0, node.value == 0};
    case Op::state:
      return node.index == bit ? Can{value, !value} : Can{};
    case Op::negation:
      return {at(0).fail, at(0).hold};
    case Op::all:
    case Op::any: {
      Can all{true, false}, any{false, true};
      for (std::size_t i = 0; i < o.size(); ++i) {
        const Can one = at(i);
        all = {all.hold && one.hold, all.fail || one.fail};
        any = {any.hold || one.hold, any.fail && one.fail};
      }
      return node.op == Op::all ? all : any;
    }
    case Op::choice: {
      const Can condition = at(0);
      Can can{false, false};
      for (const std::size_t branch : {1u, 2u}) {
        if (!(branch == 1 ? condition.hold : condition.fail)) continue;
        const Can one = at(branch);
        can = {can.hold || one.hold, can.fail || one.fail};
      }
      return can;
    }
    default:
      return {};
  }
}

// Fluents of which no bit ever rises, or none ever falls.
std::set<int> monotone_fluents(const GroundModel& model) {
  std::set<int> rising, falling, all;
  const auto look = [&](int bit, Ref formula) {
    const int fluent = model.state[static_cast<std::size_t>(bit)].fluent;
    all.insert(fluent);
    if (possible(model.pool, formula, bit, false).hold) rising.insert(fluent);
    if (possible(model.pool, formula, bit, true).fail) falling.insert(fluent);
  };
  for (int bit = 0; bit < static_cast<int>(model.state.size()); ++bit) {
    look(bit, model.noop_transitions[static_cast<std::size_t>(bit)]);
  }
  for (const JointAction& a : model.joint_actions) {
    for (const auto& [bit, formula] : a.transitions) look(bit, formula);
  }
  std::erase_if(all, [&](int f) { return rising.contains(f) && falling.contains(f); });
  return all;
}

void add_read(const GroundModel& model, Ref r, std::set<int>& fluents) {
  const Node& node = model.pool.node(r);
  if (node.op == Op::state || node.op == Op::next) {
    fluents.insert(model.state[static_cast<std::size_t>(node.index)].fluent);
  }
  for (const Ref o : model.pool.operands(r)) add_read(model, o, fluents);
}

std::vector<std::uint64_t> mask_of(const Interpreter& interpreter, const std::set<int>& fluents) {
  std::vector<std::uint64_t> mask(interpreter.initial().size());
  const std::vector<Bit>& bits = interpreter.model().state;
  for (std::size_t bit = 0; bit < bits.size(); ++bit) {
    if (fluents.contains(bits[bit].fluent)) mask[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  return mask;
}

}  // namespace

// The states of a projection, for one value of what stays. It grows by what it is asked.
class ProjectedValues {
 public:
  // What each bit of the state is about.
  struct Masks {
    std::vector<std::uint64_t> staying, rewarded;
  };

  ProjectedValues(const Interpreter& interpreter, Masks masks, std::vector<std::uint64_t> stays,
                  const Projection::Limits& limits);

  // Infinite if there are too many states.
  double value(const std::uint64_t* state, int steps);

 private:
  struct Outcome {
    std::int32_t next = 0;
    float chance = 1;
    friend bool operator==(const Outcome&, const Outcome&) = default;
  };
  struct Choice {
    float reward = 0;
    std::vector<Outcome> outcomes;
    friend bool operator==(const Choice&, const Choice&) = default;
  };
  struct Next {
    std::vector<std::uint64_t> words;
    double chance = 1;
  };

  std::size_t words() const { return stays_.size(); }
  std::size_t count() const { return choices_.size(); }
  // Where a state is, or would be, in slots_.
  std::size_t slot_of(const std::uint64_t* state) const;
  // Adds a state unless it is there.
  std::int32_t number_of(const std::uint64_t* state);
  void visit_all();
  void visit(std::size_t state);
  void add_choice(std::size_t state, int action, const std::vector<double>& chances);
  std::vector<Next> outcomes(const std::uint64_t* state, const std::vector<double>& chances);
  // What stays is what it was, if the reward may have changed.
  void restore(const std::uint64_t* before, std::vector<std::uint64_t>& next) const;
  void iterate();

  const Interpreter& interpreter_;
  Masks masks_;
  std::vector<std::uint64_t> stays_;
  Projection::Limits limits_;
  std::vector<std::uint64_t> states_;         // by number, each of words()
  std::vector<std::int32_t> slots_;           // numbers by hash; -1 where there is none
  std::vector<std::vector<Choice>> choices_;  // by state
  std::size_t visited_ = 0;
  bool overflows_ = false;
  std::vector<float> values_;  // by steps and state
};

ProjectedValues::ProjectedValues(const Interpreter& interpreter, Masks masks,
                                 std::vector<std::uint64_t> stays, const Projection::Limits& limits)
    : interpreter_(interpreter),
      masks_(std::move(masks)),
      stays_(std::move(stays)),
      limits_(limits),
      slots_(4 * limits.states, -1) {}

double ProjectedValues::value(const std::uint64_t* state, int steps) {
  if (!overflows_ && slots_[slot_of(state)] < 0) {
    number_of(state);
    visit_all();
    if (!overflows_) iterate();
  }
  if (overflows_) return ranges::kInfinity;
  const auto number = static_cast<std::size_t>(slots_[slot_of(state)]);
  return static_cast<double>(values_[static_cast<std::size_t>(steps) * count() + number]);
}

std::size_t ProjectedValues::slot_of(const std::uint64_t* state) const {
  WordHash hash;
  for (std::size_t w = 0; w < words(); ++w) hash.add(state[w]);
  std::size_t slot = hash.value() % slots_.size();
  while (slots_[slot] >= 0 &&
         !std::equal(state, state + words(),
                     &states_[static_cast<std::size_t>(slots_[slot]) * words()])) {
    slot = (slot + 1) % slots_.size();
  }
  return slot;
}

std::int32_t ProjectedValues::number_of(const std::uint64_t* state) {
  std::int32_t& number = slots_[slot_of(state)];
  if (number < 0) {
    number = static_cast<std::int32_t>(count());
    states_.insert(states_.end(), state, state + words());
    choices_.emplace_back();
  }
  return number;
}

void ProjectedValues::visit_all() {
  for (; visited_ < count() && !overflows_; ++visited_) visit(visited_);
}

void ProjectedValues::visit(std::size_t state) {
  const GroundModel& model = interpreter_.model();
  const std::vector<std::uint64_t> words(&states_[state * this->words()],
                                         &states_[state * this->words()] + this->words());
  std::vector<double> noop(model.state.size());
  for (std::size_t bit = 0; bit < noop.size(); ++bit) {
    noop[bit] = interpreter_.chance(words.data(), 0, static_cast<int>(bit));
  }
  for (int a = 0; a < interpreter_.action_count() && !overflows_; ++a) {
    if (!interpreter_.is_legal(words.data(), a)) continue;
    std::vector<double> chances = noop;
    for (const auto& [bit, formula] :
         model.joint_actions[static_cast<std::size_t>(a)].transitions) {
      chances[static_cast<std::size_t>(bit)] = interpreter_.chance(words.data(), a, bit);
    }
    add_choice(state, a, chances);
  }
}

void ProjectedValues::add_choice(std::size_t state, int action,
                                 const std::vector<double>& chances) {
  std::vector<std::uint64_t> both(2 * words());
  std::copy_n(&states_[state * words()], words(), both.begin());
  const std::vector<Next> all = outcomes(both.data(), chances);
  if (overflows_ || count() + all.size() > limits_.states) {
    overflows_ = true;
    return;
  }
  Rng rng(1);
  Choice choice{static_cast<float>(interpreter_.move(both.data(), action, rng)), {}};
  for (const Next& next : all) {
    choice.outcomes.push_back({number_of(next.words.data()), static_cast<float>(next.chance)});
  }
  std::vector<Choice>& choices = choices_[state];
  if (std::ranges::find(choices, choice) == choices.end()) choices.push_back(std::move(choice));
}

std::vector<ProjectedValues::Next> ProjectedValues::outcomes(const std::uint64_t* state,
                                                             const std::vector<double>& chances) {
  std::vector<Next> all(1);
  all[0].words.resize(words());
  for (std::size_t bit = 0; bit < chances.size(); ++bit) {
    const std::uint64_t one = std::uint64_t{1} << (bit % 64);
    const double p = chances[bit];
    if (p <= 0) continue;
    const std::size_t n = all.size();
    if (p < 1 && 2 * n > limits_.outcomes) {
      overflows_ = true;
      return {};
    }
    all.reserve(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
      if (p < 1) all.push_back({all[i].words, all[i].chance * (1 - p)});
      all[i].words[bit / 64] |= one;
      all[i].chance *= p;
    }
  }
  for (Next& next : all) restore(state, next.words);
  return all;
}

void ProjectedValues::restore(const std::uint64_t* before, std::vector<std::uint64_t>& next) const {
  bool changes = false;
  for (std::size_t w = 0; w < words(); ++w) {
    changes |= ((before[w] ^ next[w]) & masks_.rewarded[w]) != 0;
  }
  for (std::size_t w = 0; changes && w < words(); ++w) {
    next[w] = (next[w] & ~masks_.staying[w]) | stays_[w];
  }
}

void ProjectedValues::iterate() {
  const std::size_t n = count();
  const Program& program = interpreter_.model().program;
  const auto steps = static_cast<std::size_t>(program.horizon);
  const auto discount = static_cast<float>(program.discount);
  values_.assign((steps + 1) * n, 0);
  for (std::size_t t = 1; t <= steps; ++t) {
    const float* before = &values_[(t - 1) * n];
    for (std::size_t s = 0; s < n; ++s) {
      float best = -std::numeric_limits<float>::infinity();
      for (const Choice& choice : choices_[s]) {
        float expected = 0;
        for (const Outcome& o : choice.outcomes) expected += o.chance * before[o.next];
        best = std::max(best, choice.reward + discount * expected);
      }
      values_[t * n + s] = best;
    }
  }
}

Projection::Projection(std::shared_ptr<const Interpreter> interpreter, const Limits& limits)
    : interpreter_(std::move(interpreter)), limits_(limits) {
  const GroundModel& model = interpreter_->model();
  std::set<int> rewarded;
  for (const JointAction& a : model.joint_actions) add_read(model, a.reward, rewarded);
  std::set<int> staying = monotone_fluents(model);
  std::erase_if(staying, [&](int f) { return rewarded.contains(f); });
  staying_ = mask_of(*interpreter_, staying);
  rewarded_ = mask_of(*interpreter_, rewarded);
  // Whether it is small enough shows at the beginning.
  const std::uint64_t* initial = interpreter_->initial().data();
  exists_ = make_values(staying_in(initial))->value(initial, 0) < ranges::kInfinity;
}

Projection::~Projection() = default;

std::vector<std::uint64_t> Projection::staying_in(const std::uint64_t* state) const {
  std::vector<std::uint64_t> stays = staying_;
  for (std::size_t w = 0; w < stays.size(); ++w) stays[w] &= state[w];
  return stays;
}

std::unique_ptr<ProjectedValues> Projection::make_values(std::vector<std::uint64_t> stays) const {
  return std::make_unique<ProjectedValues>(
      *interpreter_, ProjectedValues::Masks{staying_, rewarded_}, std::move(stays), limits_);
}

double Projection::value(const std::uint64_t* state, int steps) {
  if (!exists_) return ranges::kInfinity;
  const std::vector<std::uint64_t> stays = staying_in(state);
  const std::lock_guard lock(mutex_);
  auto it = kept_.find(stays);
  if (it == kept_.end()) {
    if (kept_.size() >= kMostKept) kept_.clear();
    it = kept_.emplace(stays, make_values(stays)).first;
  }
  return it->second->value(state, steps);
}

}  // namespace holdfast::rddl
