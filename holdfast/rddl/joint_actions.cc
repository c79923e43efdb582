#include "holdfast/rddl/joint_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "holdfast/base/error.h"

namespace holdfast::rddl {
namespace {

class JointActions {
 public:
  explicit JointActions(GroundModel& model) : model_(model), pool_(model.pool) {}

  void add_all(double most) {
    find_read_bits();
    check_number(most);
    add_noop();
    std::vector<int> changed;
    for (int size = 1; size <= largest(); ++size) add_sets(changed, 0, size);
  }

 private:
  // What tells what an action does.
  using Effect = std::vector<Ref>;

  int bit_count() const { return static_cast<int>(model_.actions.size()); }
  int largest() const {
    return std::min(model_.program.most_actions, static_cast<int>(read_.size()));
  }

  void find_read_bits() {
    std::vector<bool> seen(pool_.size()), reads(model_.actions.size());
    std::vector<Ref> open = model_.transition_formulas;
    const auto add = [&](const std::vector<Ref>& more) {
      open.insert(open.end(), more.begin(), more.end());
    };
    add(model_.observation_formulas);
    add(model_.constraint_formulas);
    open.push_back(model_.reward_formula);
    while (!open.empty()) {
      const Ref r = open.back();
      open.pop_back();
      const Node& node = pool_.node(r);
      if (seen[static_cast<std::size_t>(r)] || !node.reads_action) continue;
      seen[static_cast<std::size_t>(r)] = true;
      if (node.op == Op::action) reads[static_cast<std::size_t>(node.index)] = true;
      const std::span<const Ref> operands = pool_.operands(r);
      open.insert(open.end(), operands.begin(), operands.end());
    }
    for (int bit = 0; bit < bit_count(); ++bit) {
      if (reads[static_cast<std::size_t>(bit)]) read_.push_back(bit);
    }
  }

  void check_number(double most) const {
    double sets = 1, total = 1;
    for (int size = 1; size <= largest() && total <= most; ++size) {
      sets *= static_cast<double>(static_cast<int>(read_.size()) - size + 1) / size;
      total += sets;
    }
    if (total <= most) return;
    throw InputError(fmt::format(
        "{} is too large: {} action fluents with max-nondef-actions = {} make more than {} joint "
        "actions",
        model_.program.instance, read_.size(), model_.program.most_actions, most));
  }

  // All sets of this many more bits, from this one of read_ on.
  void add_sets(std::vector<int>& changed, std::size_t from, int size) {
    if (size == 0) return add(changed);
    for (std::size_t i = from; i + static_cast<std::size_t>(size) <= read_.size(); ++i) {
      changed.push_back(read_[i]);
      add_sets(changed, i + 1, size - 1);
      changed.pop_back();
    }
  }

  // Puts an action into formulas.
  auto substitution(const std::vector<int>& changed) {
    const auto value = [this, &changed](Ref, const Node& node) {
      const Bit& bit = model_.actions[static_cast<std::size_t>(node.index)];
      const bool is_default = std::ranges::find(changed, node.index) == changed.end();
      const bool default_value = model_.program.fluent(bit.fluent).default_value != 0;
      return pool_.boolean(is_default == default_value);
    };
    return Substitution(
        pool_, [](const Node& node) { return node.reads_action; }, value);
  }

  void add_noop() {
    const std::vector<int> nothing;
    auto put = substitution(nothing);
    JointAction noop;
    for (const Ref r : model_.transition_formulas) model_.noop_transitions.push_back(put(r));
    for (const Ref r : model_.observation_formulas) model_.noop_observations.push_back(put(r));
    noop.reward = put(model_.reward_formula);
    noop.sets = supersets(0);
    model_.joint_actions.push_back(std::move(noop));
  }

  void add(const std::vector<int>& changed) {
    auto put = substitution(changed);
    JointAction joint{.changed = changed};
    std::vector<Ref> constraints;
    for (const Ref r : model_.constraint_formulas) constraints.push_back(put(r));
    joint.legal = pool_.all(std::move(constraints));
    if (joint.legal == Pool::kFalse) return;
    joint.sets = supersets(changed.size());
    collect(put, model_.transition_formulas, model_.noop_transitions, joint.transitions);
    collect(put, model_.observation_formulas, model_.noop_observations, joint.observations);
    joint.reward = put(model_.reward_formula);
    const std::size_t number =
        does_nothing(joint)
            ? 0
            : known_.emplace(effect(joint), model_.joint_actions.size()).first->second;
    if (number == model_.joint_actions.size()) {
      model_.joint_actions.push_back(std::move(joint));
    } else {
      model_.joint_actions[number].sets += joint.sets;
    }
  }

  // In how many ways bits that no formula reads, and that therefore do nothing, may be added to a
  // set of this size.
  double supersets(std::size_t size) const {
    const int unread = bit_count() - static_cast<int>(read_.size());
    const int more = std::min(model_.program.most_actions - static_cast<int>(size), unread);
    double ways = 1, total = 1;
    for (int i = 1; i <= more; ++i) {
      ways *= static_cast<double>(unread - i + 1) / i;
      total += ways;
    }
    return total;
  }

  bool does_nothing(const JointAction& joint) const {
    return joint.transitions.empty() && joint.observations.empty() &&
           joint.reward == model_.joint_actions[0].reward;
  }

  template <class Put>
  static void collect(Put& put, const std::vector<Ref>& formulas, const std::vector<Ref>& noop,
                      std::vector<std::pair<int, Ref>>& different) {
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      const Ref r = put(formulas[i]);
      if (r != noop[i]) different.emplace_back(static_cast<int>(i), r);
    }
  }

  static Effect effect(const JointAction& joint) {
    Effect e{joint.reward, joint.legal, static_cast<Ref>(joint.transitions.size())};
    for (const auto* list : {&joint.transitions, &joint.observations}) {
      for (const auto& [bit, formula] : *list) e.insert(e.end(), {bit, formula});
    }
    return e;
  }

  GroundModel& model_;
  Pool& pool_;
  std::vector<int> read_;  // action bits that formulas read
  std::map<Effect, std::size_t> known_;
};

}  // namespace

void add_joint_actions(GroundModel& model, double most) { JointActions(model).add_all(most); }

}  // namespace holdfast::rddl
