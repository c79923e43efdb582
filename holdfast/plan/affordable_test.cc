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

TEST(Affordable, AsManyAsHalfOfTheTimeServes) {
  const auto count = [](int most, int actions, double each, double left) {
    return Affordable::count(most, actions, each, left);
  };
  EXPECT_EQ(count(500, 10, 0.001, 20.0), 500);
  EXPECT_EQ(count(500, 10, 0.001, 10.0), 500);
  EXPECT_EQ(count(500, 10, 0.001, 4.0), 200);
  EXPECT_EQ(count(500, 20, 0.001, 4.0), 100);
  EXPECT_EQ(count(500, 10, 0.0, 4.0), 500);
  // Never fewer than are probed, nor more than are wanted.
  EXPECT_EQ(count(500, 10, 1.0, 4.0), Affordable::kProbes);
  EXPECT_EQ(count(500, 10, 0.001, -1.0), Affordable::kProbes);
  EXPECT_EQ(count(500, 10, 0.0, -1.0), Affordable::kProbes);
  EXPECT_EQ(count(2, 10, 1.0, 4.0), 2);
}

TEST(Affordable, ProbesOnceAndOnlyForAnEndInTime) {
  Affordable affordable;
  int probed = 0;
  const auto probe = [&] { ++probed; };
  EXPECT_EQ(affordable.count(500, 10, SearchEnd(kNoEnd), probe), 500);
  EXPECT_EQ(affordable.count(Affordable::kProbes, 10, over(), probe), Affordable::kProbes);
  EXPECT_EQ(probed, 0);
  EXPECT_EQ(affordable.count(500, 10, over(), probe), Affordable::kProbes);
  EXPECT_EQ(affordable.count(500, 10, over(), probe), Affordable::kProbes);
  EXPECT_EQ(probed, 1);
  // Whoever has expanded a root knows.
  Affordable knows;
  int expanded = 0;
  knows.expand_root(500, 10, SearchEnd(kNoEnd), [&] { ++expanded; });
  knows.expand_root(500, 10, over(), [&] { ++expanded; });
  EXPECT_EQ(expanded, 2);
  EXPECT_EQ(knows.count(500, 10, over(), probe), Affordable::kProbes);
  EXPECT_EQ(probed, 1);
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
    EXPECT_EQ(search.root_states().size(), static_cast<std::size_t>(Affordable::kProbes));
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
