// Beliefs that live: random play in the competition's instances, in which no belief may die.
// Skipped where its files are not. HOLDFAST_SURVIVAL_EPISODES says how many of each.
#include <gtest/gtest.h>

#include "holdfast/pomdp/belief.h"
#include "holdfast/rddl/rddl_model.h"
#include "holdfast/rddl/test_files.h"

namespace holdfast::rddl {
namespace {

constexpr int kParticles = 300;

// How often a belief had to be built anew.
template <class M>
int play(const std::shared_ptr<const M>& model, std::uint64_t seed) {
  Rng world(seed, Purpose::world), belief_rng(seed, Purpose::belief);
  ParticleBelief<M> belief(model, kParticles, belief_rng);
  typename M::State s = model->sample_initial(world);
  for (;;) {
    const Action a = model->legal_actions(s).sample(world);
    const Outcome outcome = model->real_step(s, a, world);
    if (outcome.terminal) return belief.repairs();
    belief.update(a, outcome.observation, belief_rng);
  }
}

TEST(Survival, NoBeliefDies) {
  if (!has_competition()) GTEST_SKIP() << "needs " << competition_files();
  using M = RddlModel<4, WideActionSet>;
  const char* said = std::getenv("HOLDFAST_SURVIVAL_EPISODES");
  const int episodes = said ? std::atoi(said) : 1;
  for (const std::string& domain : competition_domains()) {
    for (int instance = 1; instance <= 10; ++instance) {
      if (!has_instance(domain, instance)) continue;
      const auto model = std::make_shared<const M>(Engine(std::make_shared<const Interpreter>(
          std::make_shared<const GroundModel>(competition_model(domain, instance)))));
      int repairs = 0;
      for (int i = 1; i <= episodes; ++i) {
        EXPECT_NO_THROW(repairs += play(model, static_cast<std::uint64_t>(i)))
            << domain << " " << instance << ", episode " << i;
      }
      RecordProperty(domain + "_" + std::to_string(instance), repairs);
      if (said) std::cout << domain << "," << instance << "," << repairs << std::endl;
    }
  }
}

}  // namespace
}  // namespace holdfast::rddl
