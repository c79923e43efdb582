#include "holdfast/rddl/analysis.h"

#include <algorithm>

namespace holdfast::rddl {
namespace {

class Analyst {
 public:
  explicit Analyst(const GroundModel& model) : model_(model) {}

  Analysis run() {
    find_shown();
    find_known();
    for (const JointAction& joint : model_.joint_actions) {
      result_.foreseeable.push_back(is_foreseeable(joint));
    }
    return std::move(result_);
  }

 private:
  // The formulas of a bit under all joint actions.
  std::vector<std::vector<Ref>> formulas_by_bit() const {
    std::vector<std::vector<Ref>> all(model_.state.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].push_back(model_.noop_transitions[i]);
    for (const JointAction& joint : model_.joint_actions) {
      for (const auto& [bit, formula] : joint.transitions) {
        all[static_cast<std::size_t>(bit)].push_back(formula);
      }
    }
    return all;
  }

  // An observation that is the next value itself, whatever is done.
  void find_shown() {
    result_.shown_by.assign(model_.state.size(), -1);
    for (std::size_t i = 0; i < model_.observation_formulas.size(); ++i) {
      const Node& node = model_.pool.node(model_.observation_formulas[i]);
      if (node.op == Op::next) {
        result_.shown_by[static_cast<std::size_t>(node.index)] = static_cast<int>(i);
      }
    }
  }

  void find_known() {
    const std::vector<std::vector<Ref>> formulas = formulas_by_bit();
    result_.known.assign(model_.state.size(), true);
    for (bool changed = true; changed;) {
      changed = false;
      memo_.assign(model_.pool.size(), Memo::unasked);
      for (std::size_t i = 0; i < formulas.size(); ++i) {
        if (!result_.known[i] || result_.shown_by[i] >= 0) continue;
        if (std::ranges::all_of(formulas[i], [&](Ref r) { return follows(r); })) continue;
        result_.known[i] = false;
        changed = true;
      }
    }
    memo_.assign(model_.pool.size(), Memo::unasked);
  }

  // Whether a formula has no chances, and reads known bits only.
  bool follows(Ref r) {
    const Node& node = model_.pool.node(r);
    if (node.is_random) return false;
    if (node.op == Op::state) return result_.known[static_cast<std::size_t>(node.index)];
    Memo& memo = memo_[static_cast<std::size_t>(r)];
    if (memo == Memo::unasked) {
      const bool all =
          std::ranges::all_of(model_.pool.operands(r), [&](Ref o) { return follows(o); });
      memo = all ? Memo::yes : Memo::no;
    }
    return memo == Memo::yes;
  }

  bool is_foreseeable(const JointAction& joint) {
    if (!joint.observations.empty()) return false;
    return std::ranges::all_of(joint.transitions, [&](const std::pair<int, Ref>& change) {
      const auto bit = static_cast<std::size_t>(change.first);
      return result_.known[bit] && follows(change.second) && follows(model_.noop_transitions[bit]);
    });
  }

  enum class Memo : char { unasked, yes, no };

  const GroundModel& model_;
  Analysis result_;
  std::vector<Memo> memo_;
};

}  // namespace

Analysis analyse(const GroundModel& model) { return Analyst(model).run(); }

}  // namespace holdfast::rddl
