#include "holdfast/rddl/conditioner.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

// Three cells, and observations that read one, two and none of them.
const TestModel kTied = {
    .fluents =
        "on(cell) : { state-fluent, bool, default = false };"
        "go(cell) : { action-fluent, bool, default = false };"
        "both : { observ-fluent, bool };"
        "third : { observ-fluent, bool };"
        "noise : { observ-fluent, bool };",
    .cpfs =
        "on'(?c) = if (go(?c)) then Bernoulli(0.9) else if (on(?c)) then true else "
        "Bernoulli(0.1 + 0.2 * sum_{?b : cell} on(?b));"
        "both = if (on'(c1) ^ on'(c2)) then Bernoulli(0.8) else on'(c1) | on'(c2);"
        "third = if (on'(c3)) then Bernoulli(0.7) else Bernoulli(0.2);"
        "noise = Bernoulli(0.25);"};

// P(s' | s, a), by the chances of its bits.
double transition(const Interpreter& i, const std::uint64_t* words, int a, std::uint64_t next) {
  double p = 1;
  for (int bit = 0; bit < 3; ++bit) {
    const double chance = i.chance(words, a, bit);
    p *= next >> bit & 1 ? chance : 1 - chance;
  }
  return p;
}

// For all states, actions and observations: the weight is P(o | s, a), and states are drawn as
// often as Bayes' rule says.
TEST(Conditioner, DrawsFromTheExactPosterior) {
  const auto i = std::make_shared<const Interpreter>(
      std::make_shared<const GroundModel>(ground(kTied.program())));
  const Conditioner conditioner{Engine(i)};
  constexpr int kDraws = 2000;
  Rng rng(5);
  for (std::uint64_t s = 0; s < 8; ++s) {
    for (int a = 0; a < i->action_count(); ++a) {
      for (std::uint64_t o = 0; o < 8; ++o) {
        std::array<double, 8> joint{}, seen{};
        double total = 0;
        for (std::uint64_t next = 0; next < 8; ++next) {
          std::uint64_t words[2] = {s, next};
          joint[next] = transition(*i, words, a, next) * i->likelihood(words, a, &o);
          total += joint[next];
        }
        for (int n = 0; n < kDraws; ++n) {
          std::uint64_t words[2] = {s, 0};
          ASSERT_NEAR(conditioner.move(words, a, &o, rng), total, 1e-12);
          seen[words[1]] += 1.0 / kDraws;
        }
        if (total == 0) continue;
        for (std::uint64_t next = 0; next < 8; ++next) {
          const double p = joint[next] / total;
          ASSERT_NEAR(seen[next], p, 5 * std::sqrt(p * (1 - p) / kDraws) + 1e-3)
              << s << " " << a << " " << o << " " << next;
        }
      }
    }
  }
}

// Groups of more bits than are enumerated: the weights still average to P(o | s, a).
TEST(Conditioner, LargeGroupsAreWeighedFairly) {
  std::string objects = "t0";
  for (int c = 1; c < 15; ++c) objects += ",t" + std::to_string(c);
  Blocks blocks;
  parse_blocks(
      "domain many { types { t : object; }; pvariables { "
      "on(t) : { state-fluent, bool, default = false };"
      "stop : { action-fluent, bool, default = false };"
      "few : { observ-fluent, bool }; };"
      "cpfs { on'(?c) = Bernoulli(0.5); few = [sum_{?c : t} on'(?c)] <= 5; };"
      "reward = 0; }"
      "instance i { domain = many; objects { t : {" +
          objects + "}; }; horizon = 9; }",
      "many.rddl", blocks);
  const auto i = std::make_shared<const Interpreter>(
      std::make_shared<const GroundModel>(ground(resolve(std::move(blocks)))));
  const Conditioner conditioner{Engine(i)};
  // P(Binomial(15, 1/2) <= 5)
  const double expected = (1 + 15 + 105 + 455 + 1365 + 3003) / 32768.0;
  constexpr int kDraws = 300;
  const std::uint64_t few = 1;
  Rng rng(6);
  double mean = 0;
  for (int n = 0; n < kDraws; ++n) {
    std::uint64_t words[2] = {0, 0};
    const double weight = conditioner.move(words, 0, &few, rng);
    mean += weight / kDraws;
    EXPECT_TRUE(weight == 0 || std::popcount(words[1]) <= 5);
  }
  EXPECT_NEAR(mean, expected, 0.05);
}

// What is known is left as it is; hidden bits are changed where an observation contradicts them.
TEST(Conditioner, ReconcilesStatesWithWhatWasSeen) {
  const TestModel model{.fluents =
                            "on(cell) : { state-fluent, bool, default = false };"
                            "lit : { state-fluent, bool, default = false };"
                            "go(cell) : { action-fluent, bool, default = false };"
                            "any-on : { observ-fluent, bool };"
                            "is-dark : { observ-fluent, bool };",
                        .cpfs =
                            "on'(?c) = if (go(?c)) then Bernoulli(0.5) else on(?c); lit' = ~lit;"
                            "any-on = exists_{?c : cell} on'(?c); is-dark = ~lit';"};
  const Conditioner conditioner{Engine(std::make_shared<const Interpreter>(
      std::make_shared<const GroundModel>(ground(model.program()))))};
  Rng rng(7);
  for (std::uint64_t next = 0; next < 16; ++next) {
    for (std::uint64_t o = 0; o < 4; ++o) {
      const bool any_on = (next & 7) != 0, dark = (next & 8) == 0;
      std::uint64_t words[2] = {0, next};
      const bool changed = conditioner.reconcile(words, 0, &o, rng);
      const bool agreed = any_on == (o & 1) && dark == ((o & 2) != 0);
      const bool is_dark_wrong = dark != ((o & 2) != 0);
      EXPECT_EQ(changed, !agreed && !is_dark_wrong) << next << " " << o;
      if (!changed) continue;
      EXPECT_EQ((words[1] & 7) != 0, (o & 1) != 0);
      EXPECT_EQ((words[1] & 8) == 0, dark);
    }
  }
}

}  // namespace
}  // namespace holdfast::rddl
