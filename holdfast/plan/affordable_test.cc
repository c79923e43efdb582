#include "holdfast/plan/affordable.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stop_token>

#include "holdfast/domains/tiger/tiger.h"
#include "holdfast/plan/adaops.h"
#include "holdfast/plan/despot.h"
#include "holdfast/plan/policy_lower.h"

namespace holdfast {
namespace {

using namespace std::chrono_literals;
constexpr auto kNoEnd = SearchEnd::Clock::time_point::max();
SearchEnd over() { return SearchEnd::Clock::now() - 1h; }

TEST(Affordable, AsManyAsAThirdOfTheTimeServes) {
  EXPECT_EQ(affordable(500, 10, 0.001, 30.0), 500);
  EXPECT_EQ(affordable(500, 10, 0.001, 15.0), 500);
  EXPECT_EQ(affordable(500, 10, 0.001, 6.0), 200);
  EXPECT_EQ(affordable(500, 20, 0.001, 6.0), 100);
  EXPECT_EQ(affordable(500, 10, 0.0, 6.0), 500);
  // Never fewer than were probed, nor more than are wanted.
  EXPECT_EQ(affordable(500, 10, 1.0, 6.0), kProbes);
  EXPECT_EQ(affordable(500, 10, 0.001, -1.0), kProbes);
  EXPECT_EQ(affordable(500, 10, 0.0, -1.0), kProbes);
  EXPECT_EQ(affordable(2, 10, 1.0, 6.0), 2);
}

TEST(Affordable, NobodyIsAskedWhereThereIsTime) {
  int asked = 0;
  const auto evaluate = [&] { ++asked; };
  EXPECT_EQ(affordable(500, 10, SearchEnd(kNoEnd), evaluate), 500);
  EXPECT_EQ(affordable(kProbes, 10, over(), evaluate), kProbes);
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(affordable(500, 10, over(), evaluate), kProbes);
  EXPECT_EQ(asked, 1);
}

// A Tiger that does not know what listening for ever is worth.
struct Ignorant : Tiger {
  void default_value(const State&) const = delete;
};
static_assert(!DefaultValued<Ignorant> && DefaultValued<Tiger>);

using BlindLower = PolicyLower<Ignorant, TrivialGuide>;

class SearchInTime : public testing::Test {
 protected:
  static constexpr int kMany = 500;
  using DespotSearch = Despot<Ignorant, BlindLower, TigerBound>;

  DespotSearch despot() const {
    return {
        model_, {.scenarios = kMany}, BlindLower(model_, {}, "trivial", 90), model_.mdp_bound()};
  }
  AdaOps<Ignorant> adaops() const {
    return {model_,
            {},
            {.m_min = kMany, .m_max = kMany},
            std::make_unique<ParticleLowerOf<Ignorant, BlindLower>>(
                BlindLower(model_, {}, "trivial", 90)),
            std::make_unique<ParticleUpperOf<Ignorant, TigerBound>>(model_.mdp_bound())};
  }
  // One trial; returns the steps that it took.
  template <class Search>
  std::int64_t steps(Search& search, const SearchEnd& end) {
    Rng rng(7);
    search.search(belief_, 1, end, rng);
    const DespotTree::Belief& root = search.tree().belief(DespotTree::kRoot);
    EXPECT_LE(root.l, root.mu + 1e-9);
    // 90 steps of the least reward.
    EXPECT_GE(root.l, -100 / (1 - 0.95));
    return search.model_steps();
  }
  // Out of time it does with few, and has all it wants the next time.
  template <class Search>
  void expect_few_where_time_is_over(Search search) {
    steps(search, over());
    EXPECT_EQ(search.root_states().size(), static_cast<std::size_t>(kProbes));
    steps(search, kNoEnd);
    EXPECT_EQ(search.root_states().size(), static_cast<std::size_t>(kMany));
  }
  // Whoever is stopped does not simulate to the end, though the worst is all that is known then.
  template <class Search>
  void expect_hurries(Search search) {
    const std::int64_t all = steps(search, kNoEnd);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_LT(4 * steps(search, {kNoEnd, stop.get_token()}), all);
    EXPECT_EQ(search.root_states().size(), static_cast<std::size_t>(kMany));
    EXPECT_EQ(steps(search, kNoEnd), all);
  }

  Ignorant model_;
  Rng rng_{3};
  ParticleBelief<Ignorant> belief_{std::make_shared<const Ignorant>(), 2000, rng_};
};

TEST_F(SearchInTime, DespotDoesWithFewScenarios) { expect_few_where_time_is_over(despot()); }
TEST_F(SearchInTime, AdaOpsDoesWithFewParticles) { expect_few_where_time_is_over(adaops()); }
TEST_F(SearchInTime, DespotHurriesWithoutADefaultValue) { expect_hurries(despot()); }
TEST_F(SearchInTime, AdaOpsHurriesWithoutADefaultValue) { expect_hurries(adaops()); }

}  // namespace
}  // namespace holdfast
