#include "holdfast/rddl/conditioner.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace holdfast::rddl {
namespace {

// Sets that are joined (union by following parents).
class Sets {
 public:
  explicit Sets(std::size_t n) : parents_(n) { std::iota(parents_.begin(), parents_.end(), 0); }
  int find(int i) {
    int& parent = parents_[static_cast<std::size_t>(i)];
    return parent == i ? i : parent = find(parent);
  }
  void join(int a, int b) { parents_[static_cast<std::size_t>(find(a))] = find(b); }

 private:
  std::vector<int> parents_;
};

void set_bit(std::uint64_t* words, int bit, bool value) {
  const std::uint64_t mask = 1ULL << (bit % 64);
  words[bit / 64] = value ? words[bit / 64] | mask : words[bit / 64] & ~mask;
}

}  // namespace

Conditioner::Conditioner(Engine engine) : engine_(std::move(engine)) {
  const Analysis analysis = analyse(engine_.model());
  for (const JointAction& joint : engine_.model().joint_actions) {
    groups_.push_back(groups_of(joint));
    const bool is_noops = joint.observations.empty() && !hidden_.empty();
    hidden_.push_back(is_noops ? hidden_.front()
                               : std::make_shared<const std::vector<std::vector<int>>>(
                                     hidden_bits_of(joint, analysis)));
  }
}

std::vector<std::vector<int>> Conditioner::hidden_bits_of(const JointAction& joint,
                                                          const Analysis& analysis) {
  std::vector<std::vector<int>> all;
  for (const Ref formula : with_changes(engine_.model().noop_observations, joint.observations)) {
    all.push_back(next_bits_of(formula));
    // What is known because it is shown follows what is seen.
    std::erase_if(all.back(), [&](int bit) {
      const auto b = static_cast<std::size_t>(bit);
      return analysis.known[b] && analysis.shown_by[b] < 0;
    });
  }
  return all;
}

bool Conditioner::reconcile(std::uint64_t* words, int action, const std::uint64_t* observation,
                            Rng& rng) const {
  constexpr int kRounds = 256;
  const auto& hidden = *hidden_[static_cast<std::size_t>(action)];
  std::uint64_t* next = words + interpreter().state_words();
  for (int round = 0; round < kRounds; ++round) {
    bool agrees = true;
    for (int o = 0; o < static_cast<int>(hidden.size()); ++o) {
      const bool seen = observation[o / 64] >> (o % 64) & 1;
      const double p = interpreter().observation_chance(words, action, o);
      if ((seen ? p : 1 - p) > 0) continue;
      agrees = false;
      const std::vector<int>& bits = hidden[static_cast<std::size_t>(o)];
      if (bits.empty()) return false;
      const int bit = bits[rng.below(static_cast<std::uint32_t>(bits.size()))];
      set_bit(next, bit, (next[bit / 64] >> (bit % 64) & 1) == 0);
    }
    if (agrees) return round > 0;
  }
  return false;
}

const std::vector<int>& Conditioner::next_bits_of(Ref formula) {
  const auto [it, is_new] = next_bits_.try_emplace(formula);
  if (!is_new) return it->second;
  const Pool& pool = engine_.model().pool;
  std::vector<Ref> open{formula};
  std::vector<int> bits;
  while (!open.empty()) {
    const Ref r = open.back();
    open.pop_back();
    if (pool.node(r).op == Op::next) bits.push_back(pool.node(r).index);
    const std::span<const Ref> operands = pool.operands(r);
    open.insert(open.end(), operands.begin(), operands.end());
  }
  std::ranges::sort(bits);
  bits.erase(std::unique(bits.begin(), bits.end()), bits.end());
  return next_bits_[formula] = std::move(bits);
}

// A group for each set of random bits that observations join, one for each random bit that none
// reads, and one without bits for observations that read none.
std::vector<Conditioner::Group> Conditioner::groups_of(const JointAction& joint) {
  const GroundModel& model = engine_.model();
  const std::vector<Ref> transitions = with_changes(model.noop_transitions, joint.transitions);
  const std::vector<Ref> observed = with_changes(model.noop_observations, joint.observations);
  const auto is_random = [&](int bit) {
    return model.pool.node(transitions[static_cast<std::size_t>(bit)]).is_random;
  };
  Sets sets(transitions.size());
  std::vector<int> first_bit(observed.size(), -1);  // random one that it reads
  for (std::size_t o = 0; o < observed.size(); ++o) {
    for (const int bit : next_bits_of(observed[o])) {
      if (!is_random(bit)) continue;
      if (first_bit[o] >= 0) sets.join(first_bit[o], bit);
      first_bit[o] = bit;
    }
  }
  std::unordered_map<int, std::size_t> group_of;
  std::vector<Group> groups(1);
  for (int bit = 0; bit < static_cast<int>(transitions.size()); ++bit) {
    if (!is_random(bit)) continue;
    const auto [it, is_new] = group_of.try_emplace(sets.find(bit), groups.size());
    if (is_new) groups.emplace_back();
    groups[it->second].bits.push_back(bit);
  }
  for (std::size_t o = 0; o < observed.size(); ++o) {
    const std::size_t g = first_bit[o] < 0 ? 0 : group_of.at(sets.find(first_bit[o]));
    groups[g].observations.push_back(static_cast<int>(o));
  }
  return groups;
}

double Conditioner::move(std::uint64_t* words, int action, const std::uint64_t* observation,
                         Rng& rng) const {
  // Bits that are not random take their values; the others are drawn by group.
  engine_.move(words, action, rng);
  double likelihood = 1;
  for (const Group& group : groups_[static_cast<std::size_t>(action)]) {
    likelihood *= draw_group(group, words, action, observation, rng);
    if (likelihood == 0) return 0;
  }
  return likelihood;
}

double Conditioner::chance_of(const Group& group, const std::uint64_t* words, int action,
                              const std::uint64_t* observation) const {
  double p = 1;
  for (const int o : group.observations) {
    const double seen = interpreter().observation_chance(words, action, o);
    p *= observation[o / 64] >> (o % 64) & 1 ? seen : 1 - seen;
    if (p == 0) break;
  }
  return p;
}

double Conditioner::draw_group(const Group& group, std::uint64_t* words, int action,
                               const std::uint64_t* observation, Rng& rng) const {
  struct Random {
    int bit;
    double chance;
  };
  std::array<Random, kMostEnumerated> random;
  int count = 0;
  for (const int bit : group.bits) {
    const double p = interpreter().chance(words, action, bit);
    // move() has drawn it already; the rest of a large group stays as drawn.
    if (p > 0 && p < 1 && count < kMostEnumerated) {
      random[static_cast<std::size_t>(count++)] = {bit, p};
    }
  }
  if (group.observations.empty()) return 1;
  std::uint64_t* next = words + interpreter().state_words();
  const auto assign = [&](unsigned values) {
    for (int i = 0; i < count; ++i) {
      set_bit(next, random[static_cast<std::size_t>(i)].bit, values >> i & 1);
    }
  };
  // One of all assignments, each with its share of the total so far (a reservoir of one).
  double total = 0;
  unsigned chosen = 0;
  for (unsigned values = 0; values < 1u << count; ++values) {
    double p = 1;
    for (int i = 0; i < count; ++i) {
      const double chance = random[static_cast<std::size_t>(i)].chance;
      p *= values >> i & 1 ? chance : 1 - chance;
    }
    assign(values);
    p *= chance_of(group, words, action, observation);
    if (p <= 0) continue;
    total += p;
    if (rng.uniform() * total < p) chosen = values;
  }
  assign(chosen);
  return total;
}

}  // namespace holdfast::rddl
