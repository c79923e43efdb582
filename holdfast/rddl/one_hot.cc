#include "holdfast/rddl/one_hot.h"

#include <algorithm>
#include <map>
#include <set>

#include "holdfast/rddl/means.h"

namespace holdfast::rddl {
namespace {

class Proof {
 public:
  Proof(const GroundModel& model, std::span<const int> bits)
      : model_(model), pool_(model.pool), bits_(bits.begin(), bits.end()) {}

  bool holds() {
    const auto set = [&](int b) { return model_.initial[static_cast<std::size_t>(b)]; };
    if (std::ranges::count_if(bits_, set) > 1) return false;
    if (!step(formulas_of(nullptr))) return false;
    return std::ranges::all_of(model_.joint_actions, [&](const JointAction& joint) {
      const bool differs = std::ranges::any_of(
          joint.transitions, [&](const auto& change) { return is_member(change.first); });
      return !differs || step(formulas_of(&joint));
    });
  }

 private:
  static constexpr std::size_t kMostFree = 10;

  bool is_member(int bit) const { return std::ranges::find(bits_, bit) != bits_.end(); }

  // Of the members' next values.
  std::vector<Ref> formulas_of(const JointAction* joint) const {
    std::map<int, Ref> changed;
    if (joint) changed.insert(joint->transitions.begin(), joint->transitions.end());
    std::vector<Ref> result;
    for (const int b : bits_) {
      const auto found = changed.find(b);
      result.push_back(found != changed.end()
                           ? found->second
                           : model_.noop_transitions[static_cast<std::size_t>(b)]);
    }
    return result;
  }

  // With one member true, or none (-1), and the others false.
  Ref assume(Ref formula, int true_bit) {
    const auto value = [&](Ref r, const Node& node) {
      return is_member(node.index) ? pool_.boolean(node.index == true_bit) : r;
    };
    Substitution put(
        pool_, [](const Node& n) { return n.operand_count > 0 || n.op == Op::state; }, value);
    return put(formula);
  }

  bool step(const std::vector<Ref>& formulas) {
    // Most read few members: what is true if none is, is worked out once.
    std::map<int, std::vector<std::size_t>> readers;
    std::vector<Ref> otherwise;
    std::vector<std::size_t> always;
    for (std::size_t j = 0; j < formulas.size(); ++j) {
      for (const int b : bits_read(pool_, formulas[j], Op::state)) readers[b].push_back(j);
      otherwise.push_back(assume(formulas[j], -1));
      if (otherwise.back() != Pool::kFalse) always.push_back(j);
    }
    std::vector<Ref> next;
    for (const std::size_t j : always) next.push_back(otherwise[j]);
    if (!at_most_one(next)) return false;
    return std::ranges::all_of(bits_, [&](int b) {
      const std::vector<std::size_t>& reading = readers[b];
      next.clear();
      for (const std::size_t j : reading) next.push_back(assume(formulas[j], b));
      for (const std::size_t j : always) {
        if (std::ranges::find(reading, j) == reading.end()) next.push_back(otherwise[j]);
      }
      return at_most_one(next);
    });
  }

  // Whatever the other bits are. What is drawn may turn out either way.
  bool at_most_one(std::vector<Ref> formulas) const {
    std::erase(formulas, Pool::kFalse);
    if (formulas.size() < 2) return true;
    std::set<int> read;
    for (const Ref r : formulas) {
      const std::vector<int> bits = bits_read(pool_, r, Op::state);
      read.insert(bits.begin(), bits.end());
    }
    if (read.size() > kMostFree) return false;
    std::map<int, double> values;
    for (std::uint32_t assignment = 0; assignment < 1u << read.size(); ++assignment) {
      int place = 0;
      for (const int b : read) values[b] = assignment >> place++ & 1;
      const auto chance = [&](Op, int bit) { return values.at(bit); };
      const Means mean(pool_, chance);
      if (std::ranges::count_if(formulas, [&](Ref r) { return mean(r) > 0; }) > 1) return false;
    }
    return true;
  }

  const GroundModel& model_;
  Pool pool_;
  std::vector<int> bits_;
};

}  // namespace

bool is_one_hot(const GroundModel& model, std::span<const int> bits) {
  return Proof(model, bits).holds();
}

}  // namespace holdfast::rddl
