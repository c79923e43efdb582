#include "holdfast/domains/tiger/tiger.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/domain.h"
#include "holdfast/pomdp/conformance.h"

namespace holdfast {
namespace {

TEST(Tiger, Conforms) {
  check_conformance(Tiger(), [](const auto&, Action, const auto&, double) { return false; });
}

TEST(Tiger, OpeningADoorEndsIt) {
  const Tiger tiger;
  Rng rng(1);
  for (const std::uint8_t right : {std::uint8_t{0}, std::uint8_t{1}}) {
    Tiger::State safe{right, 0};
    const Outcome gold = tiger.step(safe, right ? Tiger::open_left : Tiger::open_right, rng);
    EXPECT_EQ(gold.reward, 10);
    EXPECT_TRUE(gold.terminal);
    Tiger::State eaten{right, 0};
    EXPECT_EQ(tiger.step(eaten, right ? Tiger::open_right : Tiger::open_left, rng).reward, -100);
    EXPECT_TRUE(tiger.is_terminal(eaten));
  }
}

TEST(Tiger, ListeningCostsOneAndIsRightAsOftenAsStated) {
  const Tiger tiger(0.7);
  Rng rng(2);
  int right = 0;
  for (int i = 0; i < 10000; ++i) {
    Tiger::State s{1, 0};
    const Outcome o = tiger.step(s, Tiger::listen, rng);
    EXPECT_EQ(o.reward, -1);
    EXPECT_FALSE(o.terminal);
    right += o.observation == Tiger::hear_right;
  }
  EXPECT_NEAR(right, 7000, 230);  // five standard deviations
}

TEST(Tiger, IsMadeByName) {
  EXPECT_EQ(make_domain("tiger")->name(), "tiger(accuracy=0.85,discount=0.95)");
  EXPECT_THROW(make_domain("tiger(accuracy=2)"), InputError);
}

}  // namespace
}  // namespace holdfast
