// Planners carry the history to those who ask for it: at every simulated history it is what was
// done in the episode and then in the simulation.
#include "holdfast/pomdp/past.h"

#include <gtest/gtest.h>

#include "holdfast/domains/tiger/tiger.h"
#include "holdfast/plan/adaops.h"
#include "holdfast/plan/bounds_agent.h"
#include "holdfast/plan/despot.h"
#include "holdfast/plan/policy_lower.h"
#include "holdfast/plan/pomcp_agent.h"

namespace holdfast {
namespace {

// How often a planner asked, and how often the history was another one.
struct Counts {
  int asked = 0;
  int wrong = 0;
};

constexpr int kListened = 3;  // in the episode, before planning

// Compares with the moment, which planners keep by themselves. The agent has listened so far, and
// may open the left door only as its last action.
bool is_right(const History& history, const Moment& now) {
  int done = 0;
  for (Action a = 0; a < 3; ++a) done += history.done(a);
  const bool counts = done == std::min(kListened + now.depth, History::kMost);
  if (now.depth == 0) return counts && history.last() == Tiger::listen;
  const int before = now.run == now.depth && now.previous == Tiger::listen ? kListened : 0;
  return counts && history.last() == now.previous &&
         history.run() == std::min(before + now.run, History::kMost) &&
         history.ago(now.previous) == 1;
}

// Listens, and looks at the history.
struct Spy {
  static constexpr bool kUsesHistory = true;
  template <class>
  static constexpr bool kUsesMemory = true;

  void look(const Past<Tiger>& past, const Moment& now) const {
    ++counts->asked;
    counts->wrong += is_right(past.history, now) ? 0 : 1;
  }
  ActionSet suggested(const Tiger&, const Tiger::State&, const Past<Tiger>& past,
                      const Moment& now) const {
    look(past, now);
    return {};
  }
  Action rollout_action(const Tiger&, const Tiger::State&, const Past<Tiger>& past,
                        const Moment& now, Rng&) const {
    look(past, now);
    return Tiger::listen;
  }

  Counts* counts;
};

template <class A>
void listen_and_decide(A& agent) {
  for (int i = 0; i < kListened; ++i) agent.update(Tiger::listen, i % 2);
  agent.decide();
}

TEST(Past, PomcpCarriesIt) {
  Counts counts;
  PomcpAgent<Tiger, Spy> agent(std::make_shared<const Tiger>(), 1,
                               {.simulations = 500, .depth = 20}, {&counts});
  listen_and_decide(agent);
  EXPECT_GT(counts.asked, 100);
  EXPECT_EQ(counts.wrong, 0);
}

TEST(Past, DespotCarriesIt) {
  const auto tiger = std::make_shared<const Tiger>();
  Counts counts;
  const DespotOptions options{.scenarios = 50, .trials = 50, .depth = 10};
  using Lower = PolicyLower<Tiger, Spy>;
  using Search = Despot<Tiger, Lower, TrivialUpper<Tiger>>;
  BoundsAgent<Tiger, Search> agent(tiger, 1, options, 400, [&](const Tiger& model) {
    return std::make_unique<Search>(model, options, Lower(model, {&counts}, "spy", options.depth),
                                    TrivialUpper<Tiger>(model));
  });
  listen_and_decide(agent);
  EXPECT_GT(counts.asked, 100);
  EXPECT_EQ(counts.wrong, 0);
}

TEST(Past, AdaOpsCarriesIt) {
  const auto tiger = std::make_shared<const Tiger>();
  Counts counts;
  const DespotOptions options{.trials = 50, .depth = 10};
  using Lower = PolicyLower<Tiger, Spy>;
  BoundsAgent<Tiger, AdaOps<Tiger>> agent(tiger, 1, options, 400, [&](const Tiger& model) {
    return std::make_unique<AdaOps<Tiger>>(
        model, options, AdaOpsOptions{},
        std::make_unique<ParticleLowerOf<Tiger, Lower>>(
            Lower(model, {&counts}, "spy", options.depth)),
        std::make_unique<ParticleUpperOf<Tiger, TrivialUpper<Tiger>>>(TrivialUpper<Tiger>(model)));
  });
  listen_and_decide(agent);
  EXPECT_GT(counts.asked, 100);
  EXPECT_EQ(counts.wrong, 0);
}

// Who does not ask carries nothing but the model's memory.
TEST(Past, CostsNothingToOthers) {
  static_assert(std::is_same_v<Carried<Tiger, PureGuide>, Memory<Tiger>>);
  static_assert(std::is_same_v<Carried<Tiger, PolicyLower<Tiger, TrivialGuide>>, Memory<Tiger>>);
  static_assert(std::is_same_v<Carried<Tiger, Spy>, Past<Tiger>>);
}

}  // namespace
}  // namespace holdfast
