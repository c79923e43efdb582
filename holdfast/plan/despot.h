// DESPOT (Ye, Somani, Hsu & Lee 2017): anytime search of a belief tree over K sampled scenarios,
// between a lower and an upper bound. One Despot object is one tree; DespotAgent keeps one per
// thread. What happens to bounds is in despot_tree.h; here scenarios move.
//
// A node's scenarios are a contiguous slice of an arena, and only nodes that are expanded have one:
// a new child gets its count and its bounds, and its states are made again from its parent's when
// it is expanded in turn (one more step each, against one per action for the expansion itself).
//
// A default policy that is simulated takes many steps, and most children are never looked at again.
// So where the model knows what its default action is worth, children start with that, and the
// policy is simulated for those of an action when the first trial takes it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "holdfast/plan/affordable.h"
#include "holdfast/plan/bounds.h"
#include "holdfast/plan/despot_options.h"
#include "holdfast/plan/despot_tree.h"
#include "holdfast/plan/look_sums.h"
#include "holdfast/plan/observation_ids.h"
#include "holdfast/plan/trials.h"
#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/measured.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

template <Model M, LowerBound<M> L, UpperBound<M> U>
class Despot {
 public:
  using State = typename M::State;

  Despot(const M& model, const DespotOptions& options, L lower, U upper)
      : model_(model),
        options_(options),
        lower_(std::move(lower)),
        upper_(std::move(upper)),
        tree_(options.scenarios, options.lambda, options.xi, options.depth),
        rngs_(static_cast<std::size_t>(options.scenarios), Rng(0)),
        observations_(rngs_.size()),
        next_(rngs_.size()),
        sorted_(rngs_.size()),
        sorted_seeds_(rngs_.size()),
        looks_(model, rngs_.size()),
        numbered_(ObservationIds::needed(model.observation_count())),
        group_of_(numbered_ ? 0 : static_cast<std::size_t>(model.observation_count()), kNoGroup) {
    weigh(options.scenarios);
  }

  // BUILDDESPOT: trials until the gap at the root is closed or the budget is spent; at least one.
  void search(const ParticleBelief<M>& belief, std::int64_t trials, const SearchEnd& end, Rng& rng);

  const DespotTree& tree() const { return tree_; }
  // What the default policy does at the root.
  Action default_action() const { return default_action_; }
  // The scenarios of the last search: K, or as many as it had the time for (affordable.h).
  std::span<const State> root_states() const { return {states_.data(), root_count()}; }
  std::span<const std::uint64_t> root_seeds() const { return {seeds_.data(), root_count()}; }
  // Of the last search. Model steps are calls of the model's `step`: one for each scenario and
  // action of an expanded node, one to make its states, and those of simulated default policies.
  std::int64_t trials() const { return trials_; }
  std::int64_t model_steps() const { return model_steps_; }

 private:
  using Index = DespotTree::Index;
  using Carried = holdfast::Carried<M, L>;
  static constexpr Observation kEnded = -1;
  static constexpr std::int32_t kNoGroup = -1;
  static constexpr std::size_t kFewObservations = 4;
  // Whether simulating the default policy is put off. Not where observations are measurements: each
  // scenario is then a child of its own, which looks solved to trials, so that all of them take the
  // action with the highest upper bound, and the policy would be simulated after that one alone.
  static constexpr bool kPutOff = DefaultValued<M> && !PointwiseBound<L, M> && !Measuring<M>;
  // Whether each scenario of a new node costs a simulation of the default policy: then a search by
  // time has as many as there is time for (affordable.h).
  static constexpr bool kTakesTime = !DefaultValued<M> && !PointwiseBound<L, M>;
  // Whether actions that only look are tried together: if children have their bounds by state.
  static constexpr bool kLooksApart = Looking<M> && (PointwiseBound<L, M> || kPutOff);

  // The scenarios of an expanded node, and its memory if the lower bound looks at it.
  struct Slice {
    std::size_t first;  // in states_ and seeds_
    std::conditional_t<L::kUsesMemory, Carried, NoMemory> memory;
  };

  // Scenarios that saw the same after an action: a child, with the sums of its bounds.
  struct Group {
    Observation observation;
    std::int32_t count;
    double lower;
    double upper;
    std::size_t end;  // they end before this in sorted_, if they are sorted
  };

  std::size_t root_count() const {
    return static_cast<std::size_t>(tree_.belief(DespotTree::kRoot).scenario_count);
  }
  void start(const ParticleBelief<M>& belief, const SearchEnd& end, Rng& rng);
  // The scenarios of the root, and what weight each has.
  void draw(const ParticleBelief<M>& belief, int count, Rng& rng);
  void weigh(int scenarios);
  // The bounds of the root's scenarios, of whom the default policy is asked.
  Group evaluate_root();
  void expand(Index b);
  // The scenarios of b, made from its parent's; returns the index of the slice.
  Index make_slice(Index b);
  void try_action(Index b, Action a);
  // Looks from where the scenarios of a node are, for sum_children.
  void look_around(const DespotTree::Belief& node);
  // Moves all scenarios of the slice and sums rewards and bounds by observation into groups_;
  // returns the sum of rewards. For bounds that are functions of the state.
  double sum_children(const State* states, std::size_t n, Action a);
  double step_and_sum(const State* states, std::size_t n, Action a);
  double step_and_sum_few(const State* states, std::size_t n, Action a);
  // For actions that see nothing.
  double move_and_sum(const State* states, std::size_t n, Action a);
  // What a state is worth at least, by the lower bound or until that is simulated.
  double lower_value(const State& s) const;
  // Simulates the default policy for the children of an edge.
  void enter(Index edge);
  // For lower bounds that are simulated: moves all scenarios into next_ and observations_, ...
  double step_all(const State* states, std::size_t n, Action a);
  // ... sorts next_ into groups_ and sorted_, ...
  void group_by_observation(const std::uint64_t* seeds, std::size_t n);
  // ... and evaluates each group.
  void evaluate_groups(Index b, Action a);
  // The sum of the lower bound over a group of sorted scenarios, whose states it moves.
  double simulate(const Group& group, Index b, Action a);
  void make_streams(const DespotTree::Belief& node);
  Group& group_for(Observation o);
  void forget_groups();
  DespotTree::Bounds checked(const Group& group, int depth, Index parent, Action a) const;
  // Of the scenarios of an expanded node, in the arena.
  std::size_t first_of(const DespotTree::Belief& node) const {
    return slices_[static_cast<std::size_t>(node.slice)].first;
  }
  std::size_t bytes() const {
    return tree_.bytes() + states_.size() * (sizeof(State) + sizeof(std::uint64_t)) +
           slices_.size() * sizeof(Slice);
  }

  const M& model_;
  DespotOptions options_;
  L lower_;
  U upper_;
  DespotTree tree_;
  std::vector<double> weights_;  // gamma^depth / K
  Affordable affordable_;
  // The arena.
  std::vector<State> states_;
  std::vector<std::uint64_t> seeds_;
  std::vector<Slice> slices_;
  // Scratch of one expansion.
  std::vector<Rng> rngs_;
  std::vector<Observation> observations_;
  std::vector<State> next_;
  std::vector<State> sorted_;
  std::vector<std::uint64_t> sorted_seeds_;
  std::vector<Group> groups_;
  LookSums<M> looks_;
  // Where observations are too many for a table of them, groups are in the order of their ids.
  bool numbered_;
  ObservationIds ids_;
  std::vector<std::int32_t> group_of_;  // by observation; kNoGroup between uses
  Carried root_memory_{};
  Action default_action_ = 0;
  std::int64_t trials_ = 0;
  std::int64_t model_steps_ = 0;
};

template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::search(const ParticleBelief<M>& belief, std::int64_t trials,
                             const SearchEnd& end, Rng& rng) {
  start(belief, end, rng);
  const auto expand_node = [&](Index b) {
    if (!kTakesTime || b != DespotTree::kRoot) return expand(b);
    affordable_.expand_root(static_cast<int>(root_count()), root_actions(model_, belief), end,
                            [&] { expand(b); });
  };
  trials_ = run_trials(
      tree_, options_, trials, end, expand_node, [&] { return bytes(); },
      [&](Index edge) { enter(edge); });
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::weigh(int scenarios) {
  weights_.clear();
  double weight = 1.0 / scenarios;
  for (int d = 0; d <= options_.depth; ++d, weight *= model_.discount()) weights_.push_back(weight);
}

// Start states are spread evenly over the belief's particles.
template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::draw(const ParticleBelief<M>& belief, int count, Rng& rng) {
  const auto k = static_cast<std::size_t>(count);
  states_.resize(k);
  seeds_.resize(k);
  const double stride = static_cast<double>(belief.size()) / static_cast<double>(k);
  for (std::size_t i = 0; i < k; ++i) {
    const double at = (static_cast<double>(i) + rng.uniform()) * stride;
    states_[i] = belief.particles()[std::min(static_cast<std::size_t>(at), belief.size() - 1)];
    seeds_[i] = rng.bits();
  }
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
typename Despot<M, L, U>::Group Despot<M, L, U>::evaluate_root() {
  const std::size_t k = states_.size();
  std::copy_n(states_.data(), k, next_.data());
  std::copy_n(seeds_.data(), k, sorted_seeds_.data());
  Group root{0, static_cast<std::int32_t>(k), 0, 0, 0};
  for (const State& s : states_) root.upper += upper_.value(s);
  root.lower = lower_.sum({{next_.data(), k}, {sorted_seeds_.data(), k}, root_memory_, Moment{}},
                          model_steps_);
  return root;
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::start(const ParticleBelief<M>& belief, const SearchEnd& end, Rng& rng) {
  trials_ = model_steps_ = 0;
  slices_.clear();
  root_memory_ = carried_from<M, L>(belief);
  int k = options_.scenarios;
  if constexpr (kTakesTime) {
    k = affordable_.count(k, root_actions(model_, belief), end, [&] {
      Rng probes = rng;
      draw(belief, Affordable::kProbes, probes);
      lower_.start(probes.bits(), end);
      evaluate_root();
    });
    weigh(k);
  }
  tree_.clear(k);
  draw(belief, k, rng);
  lower_.start(rng.bits(), end);
  default_action_ = lower_.action(states_[0], root_memory_);
  Group root = evaluate_root();
  if constexpr (kPutOff) {
    // What the default action is worth is never undercut.
    double trivial = 0;
    for (const State& s : states_) trivial += model_.default_value(s);
    if (trivial > root.lower) {
      root.lower = trivial;
      default_action_ = model_.default_action(states_[0]);
    }
  }
  tree_.add_root(checked(root, 0, DespotTree::kNone, 0));
  tree_.belief(DespotTree::kRoot).slice = 0;
  slices_.emplace_back();
  if constexpr (L::kUsesMemory) slices_.back().memory = root_memory_;
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::expand(Index b) {
  if (tree_.belief(b).slice == DespotTree::kNone) {
    const Index slice = make_slice(b);
    tree_.belief(b).slice = slice;
  }
  const DespotTree::Belief node = tree_.belief(b);
  make_streams(node);
  look_around(node);
  tree_.start_expansion(b);
  model_.legal_actions(states_[first_of(node)]).for_each([&](Action a) { try_action(b, a); });
  tree_.finish_expansion();
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
typename Despot<M, L, U>::Index Despot<M, L, U>::make_slice(Index b) {
  const DespotTree::Belief node = tree_.belief(b);
  const Action a = tree_.edge(node.edge).action;
  const DespotTree::Belief parent = tree_.belief(tree_.parent(b));
  const Slice from = slices_[static_cast<std::size_t>(parent.slice)];
  Slice to{states_.size(), from.memory};
  states_.resize(to.first + static_cast<std::size_t>(node.scenario_count));
  seeds_.resize(states_.size());
  std::size_t next = to.first;
  // Each is written where the next one belongs, and overwritten if it does not: what a scenario
  // sees is not to be predicted, so nothing branches on it.
  std::size_t i = from.first;
  for (; next < states_.size(); ++i) {
    State s = states_[i];
    Rng rng = scenario_stream(seeds_[i], parent.depth);
    const Outcome outcome = model_.step(s, a, rng);
    const Observation seen = outcome.terminal ? kEnded : outcome.observation;
    states_[next] = s;
    seeds_[next] = seeds_[i];
    next += seen == node.observation ? 1 : 0;
  }
  model_steps_ += static_cast<std::int64_t>(i - from.first);
  if constexpr (L::kUsesMemory) {
    remember(model_, to.memory, states_[to.first], a, node.observation);
  }
  slices_.push_back(to);
  return static_cast<Index>(slices_.size()) - 1;
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::try_action(Index b, Action a) {
  const DespotTree::Belief node = tree_.belief(b);
  const std::size_t first = first_of(node);
  const auto n = static_cast<std::size_t>(node.scenario_count);
  double reward = 0;
  if constexpr (PointwiseBound<L, M> || kPutOff) {
    reward = sum_children(&states_[first], n, a);
  } else {
    reward = step_all(&states_[first], n, a);
    group_by_observation(&seeds_[first], n);
    evaluate_groups(b, a);
  }
  model_steps_ += node.scenario_count;
  tree_.add_edge(a, weights_[static_cast<std::size_t>(node.depth)] * reward);
  for (const Group& group : groups_) {
    tree_.add_child(group.observation, group.count, checked(group, node.depth + 1, b, a));
  }
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::make_streams(const DespotTree::Belief& node) {
  const std::uint64_t* seeds = &seeds_[first_of(node)];
  for (std::size_t i = 0; i < static_cast<std::size_t>(node.scenario_count); ++i) {
    rngs_[i] = scenario_stream(seeds[i], node.depth);
  }
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
double Despot<M, L, U>::lower_value(const State& s) const {
  if constexpr (kPutOff) {
    return model_.default_value(s);
  } else {
    return lower_.value(s);
  }
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::enter(Index edge) {
  if constexpr (kPutOff) {
    const DespotTree::Edge e = tree_.edge(edge);
    const DespotTree::Belief node = tree_.belief(e.belief);
    // At the greatest depth there is nothing left to simulate.
    if (node.depth + 1 >= options_.depth) return;
    const auto n = static_cast<std::size_t>(node.scenario_count);
    make_streams(node);
    step_all(&states_[first_of(node)], n, e.action);
    model_steps_ += node.scenario_count;
    group_by_observation(&seeds_[first_of(node)], n);
    const double weight = weights_[static_cast<std::size_t>(node.depth) + 1];
    for (Index c = e.first_child; c < e.first_child + e.child_count; ++c) {
      const DespotTree::Belief& child = tree_.belief(c);
      Group& group = *std::ranges::find(groups_, child.observation, &Group::observation);
      group.lower = simulate(group, e.belief, e.action);
      group.upper = child.U / weight;
      tree_.raise_lower(c, checked(group, child.depth, e.belief, e.action).l0);
    }
  }
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::look_around(const DespotTree::Belief& node) {
  if constexpr (kLooksApart) {
    const auto n = static_cast<std::size_t>(node.scenario_count);
    if (!looks_.fits()) return;
    looks_.look(
        {&states_[first_of(node)], n}, {rngs_.data(), n},
        [&](const State& s) { return lower_value(s); },
        [&](const State& s) { return upper_.value(s); });
  }
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
double Despot<M, L, U>::sum_children(const State* states, std::size_t n, Action a) {
  groups_.clear();
  if constexpr (kLooksApart) {
    if (a < model_.first_look()) return move_and_sum(states, n, a);
    if (looks_.fits()) {
      Observation o = 0;
      for (const auto& seen : looks_.of(a)) {
        if (seen.count > 0) groups_.push_back({o, seen.count, seen.lower, seen.upper, 0});
        ++o;
      }
      return 0;
    }
  }
  return step_and_sum(states, n, a);
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
double Despot<M, L, U>::move_and_sum(const State* states, std::size_t n, Action a) {
  Group all{0, 0, 0, 0, 0};
  double reward = 0;
  for (std::size_t i = 0; i < n; ++i) {
    State s = states[i];
    Rng rng = rngs_[i];
    const Transition t = model_.move(s, a, rng);
    // What ended is looked up all the same, so that there is nothing to decide.
    const double lower = lower_value(s), upper = upper_.value(s);
    reward += t.reward;
    all.count += t.terminal ? 0 : 1;
    all.lower += t.terminal ? 0 : lower;
    all.upper += t.terminal ? 0 : upper;
  }
  if (all.count > 0) groups_.push_back(all);
  return reward;
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
double Despot<M, L, U>::step_and_sum(const State* states, std::size_t n, Action a) {
  if (group_of_.size() <= kFewObservations && !numbered_) return step_and_sum_few(states, n, a);
  double reward = 0;
  for (std::size_t i = 0; i < n; ++i) {
    State s = states[i];
    Rng rng = rngs_[i];
    const Outcome outcome = model_.step(s, a, rng);
    reward += outcome.reward;
    if (outcome.terminal) continue;
    Group& group = group_for(outcome.observation);
    ++group.count;
    group.lower += lower_value(s);
    group.upper += upper_.value(s);
  }
  forget_groups();
  return reward;
}

// Sums live on the stack, where nothing else can change them, and those of scenarios that have
// ended are simply not used: so the loop has no branches of its own.
template <Model M, LowerBound<M> L, UpperBound<M> U>
double Despot<M, L, U>::step_and_sum_few(const State* states, std::size_t n, Action a) {
  constexpr std::size_t kDropped = kFewObservations;
  struct Sum {
    double lower = 0;
    double upper = 0;
    std::int64_t count = 0;
    std::int64_t unused = 0;  // so that an index is a shift
  };
  std::array<Sum, kFewObservations + 1> sums;
  double reward = 0;
  for (std::size_t i = 0; i < n; ++i) {
    State s = states[i];
    Rng rng = rngs_[i];
    const Outcome outcome = model_.step(s, a, rng);
    reward += outcome.reward;
    Sum& sum = sums[outcome.terminal ? kDropped : static_cast<std::size_t>(outcome.observation)];
    ++sum.count;
    sum.lower += lower_value(s);
    sum.upper += upper_.value(s);
  }
  for (std::size_t o = 0; o < group_of_.size(); ++o) {
    if (sums[o].count == 0) continue;
    groups_.push_back({static_cast<Observation>(o), static_cast<std::int32_t>(sums[o].count),
                       sums[o].lower, sums[o].upper, 0});
  }
  return reward;
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
typename Despot<M, L, U>::Group& Despot<M, L, U>::group_for(Observation o) {
  if (numbered_) {
    const auto id = static_cast<std::size_t>(ids_.id(o));
    if (id == groups_.size()) groups_.push_back({o, 0, 0, 0, 0});
    return groups_[id];
  }
  std::int32_t& group = group_of_[static_cast<std::size_t>(o)];
  if (group == kNoGroup) {
    group = static_cast<std::int32_t>(groups_.size());
    groups_.push_back({o, 0, 0, 0, 0});
  }
  return groups_[static_cast<std::size_t>(group)];
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::forget_groups() {
  if (numbered_) return ids_.clear();
  for (const Group& group : groups_) {
    group_of_[static_cast<std::size_t>(group.observation)] = kNoGroup;
  }
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
double Despot<M, L, U>::step_all(const State* states, std::size_t n, Action a) {
  double reward = 0;
  for (std::size_t i = 0; i < n; ++i) {
    State s = states[i];
    Rng rng = rngs_[i];
    const Outcome outcome = model_.step(s, a, rng);
    next_[i] = s;
    observations_[i] = outcome.terminal ? kEnded : outcome.observation;
    reward += outcome.reward;
  }
  return reward;
}

// A stable counting sort; scenarios that have ended are dropped.
template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::group_by_observation(const std::uint64_t* seeds, std::size_t n) {
  groups_.clear();
  for (std::size_t i = 0; i < n; ++i) {
    if (observations_[i] != kEnded) ++group_for(observations_[i]).count;
  }
  std::size_t end = 0;
  for (Group& group : groups_) {
    group.end = std::exchange(end, end + static_cast<std::size_t>(group.count));
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (observations_[i] == kEnded) continue;
    const std::size_t at = group_for(observations_[i]).end++;
    sorted_[at] = next_[i];
    sorted_seeds_[at] = seeds[i];
  }
  forget_groups();
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
void Despot<M, L, U>::evaluate_groups(Index b, Action a) {
  std::size_t first = 0;
  for (Group& group : groups_) {
    for (; first < group.end; ++first) group.upper += upper_.value(sorted_[first]);
    group.lower = simulate(group, b, a);
  }
}

template <Model M, LowerBound<M> L, UpperBound<M> U>
double Despot<M, L, U>::simulate(const Group& group, Index b, Action a) {
  const auto n = static_cast<std::size_t>(group.count);
  const std::span<State> states{&sorted_[group.end - n], n};
  const std::span<std::uint64_t> seeds{&sorted_seeds_[group.end - n], n};
  const Moment after = tree_.moment(b).after(a);
  if constexpr (L::kUsesMemory) {
    Carried memory = slices_[static_cast<std::size_t>(tree_.belief(b).slice)].memory;
    remember(model_, memory, states[0], a, group.observation);
    return lower_.sum({states, seeds, memory, after}, model_steps_);
  } else {
    return lower_.sum({states, seeds, root_memory_, after}, model_steps_);
  }
}

// The weighted bounds of a new node; throws if they contradict each other.
template <Model M, LowerBound<M> L, UpperBound<M> U>
DespotTree::Bounds Despot<M, L, U>::checked(const Group& group, int depth, Index parent,
                                            Action a) const {
  if (U::kPathwise && group.lower > group.upper + kBoundsTolerance * group.count) {
    const std::string where =
        parent == DespotTree::kNone
            ? tree_.path(DespotTree::kRoot)
            : fmt::format("{}, a{} o{}", tree_.path(parent), a, group.observation);
    bounds_contradict({"DESPOT", lower_.name(), group.lower / group.count, upper_.name(),
                       group.upper / group.count, group.count, where});
  }
  const double weight = weights_[static_cast<std::size_t>(depth)];
  return {weight * group.lower, weight * group.upper};
}

}  // namespace holdfast
