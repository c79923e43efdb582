// The inner loop allocates nothing after warm-up: counted by replacing operator new in this
// program.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <new>

#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/domains/rocksample/rocksample_bound.h"
#include "holdfast/domains/rocksample/rocksample_expert.h"
#include "holdfast/domains/rocksample/symbols.h"
#include "holdfast/guide/adviser.h"
#include "holdfast/logic/theory.h"
#include "holdfast/plan/adaops.h"
#include "holdfast/plan/despot.h"
#include "holdfast/plan/policy_lower.h"
#include "holdfast/plan/pomcp.h"

namespace {
std::atomic<long> allocations{0};
}  // namespace

// GCC does not see that both operators are replaced together.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace holdfast {
namespace {

template <class G>
void expect_no_allocation() {
  Rng rng(1);
  const RockSample model(15, RockSample::random_rocks(15, 15, rng), {0, 7});
  const ParticleBelief<RockSample> belief(std::make_shared<const RockSample>(model), 1024, rng);
  Pomcp<RockSample, G> search(model, {.reuse_tree = false});
  const auto never = std::chrono::steady_clock::time_point::max();
  G guide;
  search.search(belief, guide, 40000, never, rng);
  search.advance(0, 0);
  const long before = allocations;
  search.search(belief, guide, 20000, never, rng);
  EXPECT_EQ(allocations - before, 0);
  EXPECT_EQ(search.simulations(), 20000);
}

TEST(Allocation, CountsWhatIsAllocated) {
  const long before = allocations;
  const std::unique_ptr<int> p = std::make_unique<int>(*std::make_unique<int>(3));
  EXPECT_EQ(*p, 3);
  EXPECT_GE(allocations - before, 1);
}

TEST(Allocation, PureSearchAllocatesNothing) { expect_no_allocation<PureGuide>(); }

TEST(Allocation, PreferredSearchAllocatesNothing) { expect_no_allocation<PreferredGuide>(); }

// What rules say is kept for good, so a search that asks nothing new allocates nothing.
TEST(Allocation, SearchByRulesAllocatesNothing) {
  Rng rng(1);
  const auto model =
      std::make_shared<const RockSample>(7, std::vector<Cell>{{2, 3}, {6, 6}}, Cell{0, 3});
  const ParticleBelief<RockSample> belief(model, 1024, rng);
  RuleAdviser<RockSample> adviser(
      model,
      logic::parse_theory("% coverage: check 0.8\n% coverage: north 0.8\n% coverage: sample 0.9\n\n"
                          "check(R) :- guess(R,V), V > 20, V < 80.\n"
                          "north :- guess(R,V), V >= 80, delta_y(R,D), D > 0.\n"
                          "sample(R) :- guess(R,V), V >= 80.\n"),
      {});
  adviser.consider(belief);
  ASSERT_TRUE(adviser.asks_in_search());
  RuleGuide<RockSample> guide(adviser.advice_in_search());
  Pomcp<RockSample, RuleGuide<RockSample>> search(*model, {.reuse_tree = false});
  const auto never = std::chrono::steady_clock::time_point::max();
  const auto searched = [&] {
    const long before = allocations;
    Rng same(2);
    search.search(belief, guide, 20000, never, same);
    search.advance(0, 0);
    return allocations - before;
  };
  EXPECT_GT(searched(), 0);
  EXPECT_TRUE(search.guide_trusted());
  EXPECT_EQ(searched(), 0);
}

template <class L>
void expect_no_allocation_in_despot(const RockSample& model, const L& lower, int trials) {
  Rng rng(1);
  const ParticleBelief<RockSample> belief(std::make_shared<const RockSample>(model), 1000, rng);
  Despot<RockSample, L, RockSampleBound> search(model, {.scenarios = 100}, lower,
                                                model.mdp_bound());
  const auto never = std::chrono::steady_clock::time_point::max();
  search.search(belief, 4 * trials, never, rng);
  const long before = allocations;
  search.search(belief, trials, never, rng);
  EXPECT_EQ(allocations - before, 0);
  EXPECT_EQ(search.trials(), trials);
}

TEST(Allocation, DespotAllocatesNothing) {
  const RockSample model(7, {{2, 0}, {0, 1}, {3, 1}, {6, 3}}, {0, 3});
  expect_no_allocation_in_despot(model, TrivialLower<RockSample>(model), 200);
  using Expert = PolicyLower<RockSample, RockSampleExpert>;
  expect_no_allocation_in_despot(model, Expert(model, model.expert(), "preferred", 90), 20);
}

template <class L>
void expect_no_allocation_in_adaops(const RockSample& model, const L& lower, int trials) {
  Rng rng(1);
  const ParticleBelief<RockSample> belief(std::make_shared<const RockSample>(model), 1000, rng);
  AdaOps<RockSample> search(
      model, {}, {}, std::make_unique<ParticleLowerOf<RockSample, L>>(lower),
      std::make_unique<ParticleUpperOf<RockSample, RockSampleBound>>(model.mdp_bound()));
  const auto never = std::chrono::steady_clock::time_point::max();
  search.search(belief, 4 * trials, never, rng);
  const long before = allocations;
  search.search(belief, trials, never, rng);
  EXPECT_EQ(allocations - before, 0);
  EXPECT_EQ(search.trials(), trials);
}

TEST(Allocation, AdaOpsAllocatesNothing) {
  const RockSample model(7, {{2, 0}, {0, 1}, {3, 1}, {6, 3}}, {0, 3});
  expect_no_allocation_in_adaops(model, TrivialLower<RockSample>(model), 200);
  using Expert = PolicyLower<RockSample, RockSampleExpert>;
  expect_no_allocation_in_adaops(model, Expert(model, model.expert(), "preferred", 90), 20);
}

// Particles of a belief are moved between buffers of a fixed size.
TEST(Allocation, BeliefUpdatesAllocateNothing) {
  Rng rng(2);
  const RockSample model(15, RockSample::random_rocks(15, 15, rng), {0, 7});
  ParticleBelief<RockSample> belief(std::make_shared<const RockSample>(model), 1024, rng);
  belief.update(RockSample::check, RockSample::good, rng);
  const long before = allocations;
  for (int i = 0; i < 10; ++i) belief.update(RockSample::check + i, RockSample::good, rng);
  EXPECT_EQ(allocations - before, 0);
}

}  // namespace
}  // namespace holdfast
