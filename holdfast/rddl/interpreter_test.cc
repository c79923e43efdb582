// Each construct against distributions that were worked out by hand.
#include "holdfast/rddl/interpreter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "holdfast/base/error.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

// The state: whether c1, c2 and c3 are on.
struct Cells {
  bool c1, c2, c3;
  int count() const { return c1 + c2 + c3; }
};

Interpreter interpreter_of(const TestModel& model) {
  return Interpreter(std::make_shared<GroundModel>(ground(model.program())));
}

// Calls f for every state.
void for_all_states(const std::function<void(std::uint64_t*, const Cells&)>& f) {
  for (std::uint64_t bits = 0; bits < 8; ++bits) {
    std::uint64_t words[2] = {bits, 0};
    f(words, {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
  }
}

// The chance that c2 is on next, by its formula and by hand; action 0 is noop, 1 and 2 and 3 are
// go(c1) to go(c3) if the formula reads them all.
using Hand = std::function<double(const Cells&)>;
void expect_chance(const std::string& formula, const Hand& hand, int action = 0,
                   const std::string& values = "NEXT(c1,c2); NEXT(c2,c3);") {
  const Interpreter i =
      interpreter_of({.cpfs = "on'(?c) = " + formula + "; see = true;", .values = values});
  for_all_states([&](std::uint64_t* words, const Cells& s) {
    EXPECT_NEAR(i.chance(words, action, 1), hand(s), 1e-12) << formula << " at " << words[0];
  });
}

TEST(Interpreter, Connectives) {
  expect_chance("on(c1) ^ on(?c)", [](Cells s) { return s.c1 && s.c2; });
  expect_chance("on(c1) ^ ~on(?c) ^ on(c3)", [](Cells s) { return s.c1 && !s.c2 && s.c3; });
  expect_chance("on(c1) | ~on(c3)", [](Cells s) { return s.c1 || !s.c3; });
  expect_chance("(on(c1) ^ on(c2)) | (on(c2) ^ ~on(c3))",
                [](Cells s) { return (s.c1 && s.c2) || (s.c2 && !s.c3); });
  expect_chance("on(c1) => on(c3)", [](Cells s) { return !s.c1 || s.c3; });
  expect_chance("on(c1) <=> on(c3)", [](Cells s) { return s.c1 == s.c3; });
  expect_chance("on(c1) <=> on(c2) <=> on(c3)", [](Cells s) { return (s.c1 == s.c2) == s.c3; });
  expect_chance("on(c1) == ~on(c3)", [](Cells s) { return s.c1 != s.c3; });
}

TEST(Interpreter, Quantifiers) {
  expect_chance("exists_{?b : cell} [NEXT(?b,?c) ^ on(?b)]", [](Cells s) { return s.c1; });
  expect_chance("forall_{?b : cell} [NEXT(?b,?c) => on(?b)]", [](Cells s) { return s.c1; });
  // As in the competition's tamarisk: not what it says it is.
  expect_chance("forall_{?b : cell} [NEXT(?b,?c) ^ on(?b)]", [](Cells) { return 0; });
  expect_chance("exists_{?a : cell, ?b : cell} [(?a ~= ?b) ^ on(?a) ^ on(?b)]",
                [](Cells s) { return s.count() >= 2; });
  expect_chance("exists_{?b : cell} [?b == c3 ^ on(?b)]", [](Cells s) { return s.c3; });
  expect_chance("exists_{?d : door} on(?c)", [](Cells s) { return s.c2; });
}

TEST(Interpreter, SumsAndComparisons) {
  expect_chance("[sum_{?b : cell} on(?b)] >= 2", [](Cells s) { return s.count() >= 2; });
  expect_chance("[sum_{?b : cell} on(?b)] == 1", [](Cells s) { return s.count() == 1; });
  expect_chance("[sum_{?b : cell} on(?b)] ~= 1", [](Cells s) { return s.count() != 1; });
  expect_chance("[sum_{?b : cell} ~on(?b)] < 2", [](Cells s) { return s.count() > 1; });
  expect_chance("on(c1) + on(c2) > on(c3)", [](Cells s) { return s.c1 + s.c2 > s.c3; });
  expect_chance("on(c1) - on(c2) <= on(c3) * 2 - 1",
                [](Cells s) { return s.c1 - s.c2 <= s.c3 * 2 - 1; });
  expect_chance("[sum_{?b : cell} (on(?b) ^ on(c1))] == on(c2) + on(c3)",
                [](Cells s) { return (s.c1 ? s.count() : 0) == s.c2 + s.c3; });
}

TEST(Interpreter, Chances) {
  expect_chance("Bernoulli(0.3)", [](Cells) { return 0.3; });
  expect_chance(
      "Bernoulli(P(?c))", [](Cells) { return 0.7; }, 0, "P(c2) = 0.7;");
  expect_chance("KronDelta(on(c3))", [](Cells s) { return s.c3; });
  expect_chance("if (on(?c)) then Bernoulli(0.9) else if (on(c1)) then KronDelta(on(c3)) else true",
                [](Cells s) { return s.c2   ? 0.9
                                     : s.c1 ? s.c3
                                            : 1.0; });
  // SysAdmin's.
  expect_chance(
      "Bernoulli(.45 + .5 * [1 + sum_{?b : cell} (NEXT(?b,?c) ^ on(?b))]"
      " / [1 + sum_{?b : cell} NEXT(?b,?c)])",
      [](Cells s) { return .45 + .5 * (1 + s.c1) / 2.0; });
  expect_chance("Bernoulli([sum_{?b : cell} on(?b)] / 3)", [](Cells s) { return s.count() / 3.0; });
  // Tamarisk's noisy or and its observation.
  expect_chance("Bernoulli(1.0 - prod_{?b : cell} [if (on(?b)) then (1.0 - 0.6) else (1.0)])",
                [](Cells s) { return 1 - std::pow(0.4, s.count()); });
  expect_chance("Bernoulli(1.0 / (1.0 + exp[1.1 - (sum_{?b : cell} on(?b))]))",
                [](Cells s) { return 1 / (1 + std::exp(1.1 - s.count())); });
  expect_chance("Bernoulli(if (on(c1)) then 0.25 * (1 + on(c2) + 2 * on(c3)) else 0.5)",
                [](Cells s) { return s.c1 ? 0.25 * (1 + s.c2 + 2 * s.c3) : 0.5; });
  expect_chance("Bernoulli(sqrt[0.25] * on(c1) + abs[-0.125] + ln[1])",
                [](Cells s) { return 0.5 * s.c1 + 0.125; });
}

TEST(Interpreter, Actions) {
  expect_chance("on(?c) ^ ~go(?c)", [](Cells s) { return s.c2; });
  expect_chance(
      "on(?c) ^ ~go(?c)", [](Cells s) { return s.c2; }, 1);
  expect_chance(
      "on(?c) ^ ~go(?c)", [](Cells) { return 0; }, 2);
  const std::string move =
      "if (go(?c)) then Bernoulli(0.75) else if (exists_{?b : cell} go(?b)) "
      "then KronDelta(false) else on(?c)";
  expect_chance(move, [](Cells s) { return s.c2; });
  expect_chance(
      move, [](Cells) { return 0; }, 1);
  expect_chance(
      move, [](Cells) { return 0.75; }, 2);
}

TEST(Interpreter, RewardsOfTheStateTheActionAndTheNextState) {
  const Interpreter i = interpreter_of(
      {.cpfs = "on'(?c) = ~on(?c); see = true;",
       .reward = "[sum_{?c : cell} (on(?c) - 0.5 * go(?c))] + 10 * (on(c1) ^ ~on(c2)) - 100 * "
                 "on'(c3) + (if (on(c1)) then 3 else 4)"});
  ASSERT_EQ(i.action_count(), 2);  // it is all the same which cell it goes to
  for_all_states([&](std::uint64_t* words, const Cells& s) {
    for (int a = 0; a < 2; ++a) {
      Rng rng(1);
      EXPECT_DOUBLE_EQ(i.move(words, a, rng), s.count() - 0.5 * (a > 0) + 10 * (s.c1 && !s.c2) -
                                                  100 * !s.c3 + (s.c1 ? 3 : 4));
    }
  });
}

TEST(Interpreter, LegalityByState) {
  const Interpreter i =
      interpreter_of({.cpfs = "on'(?c) = on(?c) ^ ~go(?c); see = true;",
                      .constraints = "forall_{?c : cell} [go(?c) => (on(?c) | on(c1))];"});
  ASSERT_FALSE(i.always_legal());
  for_all_states([&](std::uint64_t* words, const Cells& s) {
    EXPECT_TRUE(i.is_legal(words, 0));
    EXPECT_EQ(i.is_legal(words, 1), s.c1);
    EXPECT_EQ(i.is_legal(words, 3), s.c3 || s.c1);
  });
}

// A model with everything in it: what is drawn must have the frequencies that chance() says, and
// observations those that likelihood() says.
const TestModel kNoisy = {
    .fluents =
        "on(cell) : { state-fluent, bool, default = false };"
        "go(cell) : { action-fluent, bool, default = false };"
        "see(cell) : { observ-fluent, bool };",
    .cpfs =
        "on'(?c) = if (go(?c)) then Bernoulli(0.9) else "
        "Bernoulli(0.1 + 0.2 * sum_{?b : cell} on(?b));"
        "see(?c) = if (on'(?c)) then Bernoulli(0.8) else if (go(?c)) then Bernoulli(0.3) "
        "else false;"};

TEST(Interpreter, DrawsWhatItSays) {
  const Interpreter i = interpreter_of(kNoisy);
  constexpr int kDraws = 20000;
  Rng rng(7);
  std::uint64_t words[2] = {0b101, 0};
  for (int a = 0; a < i.action_count(); ++a) {
    std::array<double, 8> seen{};
    for (int n = 0; n < kDraws; ++n) {
      i.move(words, a, rng);
      seen[words[1]] += 1.0 / kDraws;
    }
    for (std::uint64_t next = 0; next < 8; ++next) {
      double p = 1;
      for (int bit = 0; bit < 3; ++bit) {
        const double chance = i.chance(words, a, bit);
        p *= next >> bit & 1 ? chance : 1 - chance;
      }
      EXPECT_NEAR(seen[next], p, 5 * std::sqrt(p * (1 - p) / kDraws) + 1e-3);
    }
  }
}

TEST(Interpreter, LikelihoodsAreThoseOfTheObservationsDrawn) {
  const Interpreter i = interpreter_of(kNoisy);
  constexpr int kDraws = 20000;
  Rng rng(8);
  for (std::uint64_t next = 0; next < 8; ++next) {
    const std::uint64_t words[2] = {0, next};
    for (int a = 0; a < i.action_count(); ++a) {
      std::array<double, 8> seen{};
      std::uint64_t o = 0;
      for (int n = 0; n < kDraws; ++n) {
        i.observe(words, a, &o, rng);
        seen[o] += 1.0 / kDraws;
      }
      double total = 0;
      for (o = 0; o < 8; ++o) {
        const double p = i.likelihood(words, a, &o);
        EXPECT_NEAR(seen[o], p, 5 * std::sqrt(p * (1 - p) / kDraws) + 1e-3);
        total += p;
      }
      EXPECT_NEAR(total, 1, 1e-12);
    }
  }
  // By hand: c1 on and c2 and c3 off, go(c2): 0.8 * (1 - 0.3) * 1.
  const std::uint64_t words[2] = {0, 1};
  const std::uint64_t only_c1 = 1;
  EXPECT_DOUBLE_EQ(i.likelihood(words, 2, &only_c1), 0.8 * 0.7);
}

TEST(Interpreter, SaysWhichChanceIsNone) {
  const Interpreter i = interpreter_of({.cpfs = "on'(?c) = if (go(?c)) then Bernoulli(on(c1) + "
                                                "on(c3)) else on(?c); see = true;"});
  Rng rng(1);
  std::uint64_t words[2] = {0b100, 0};
  EXPECT_NO_THROW(i.move(words, 2, rng));
  words[0] = 0b101;
  EXPECT_NO_THROW(i.move(words, 0, rng));
  try {
    i.move(words, 2, rng);
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "i1: the probability of on(c2) after go(c2) is 2, in the state {on(c1), on(c3)}");
  }
}

TEST(Interpreter, SaysWhichRewardIsNone) {
  const Interpreter i = interpreter_of({.reward = "1 / (on(c1) - 1)"});
  Rng rng(1);
  std::uint64_t words[2] = {1, 0};
  EXPECT_THROW(i.move(words, 0, rng), Error);
  words[0] = 0;
  EXPECT_EQ(i.move(words, 0, rng), -1);
}

// States of several words: a ring of 150 cells, in which what is on moves on.
TEST(Interpreter, ManyWords) {
  constexpr int kCells = 150;
  std::string objects, values;
  for (int c = 0; c < kCells; ++c) {
    objects += (c ? ",r" : "r") + std::to_string(c);
    values += "NEXT(r" + std::to_string(c) + ",r" + std::to_string((c + 1) % kCells) + ");";
  }
  Blocks blocks;
  parse_blocks(
      "domain ring { types { cell : object; }; pvariables { "
      "NEXT(cell,cell) : { non-fluent, bool, default = false };"
      "on(cell) : { state-fluent, bool, default = false };"
      "stop : { action-fluent, bool, default = false };"
      "see(cell) : { observ-fluent, bool }; };"
      "cpfs { on'(?c) = if (stop) then on(?c) else exists_{?b : cell} (NEXT(?b,?c) ^ "
      "on(?b)); see(?c) = ~on'(?c); };"
      "reward = sum_{?c : cell} on(?c); }"
      "non-fluents nf { objects { cell : {" +
          objects + "}; }; non-fluents {" + values +
          "}; } instance i { domain = ring; non-fluents = nf; init-state { on(r0); "
          "on(r63); on(r149); }; horizon = 9; }",
      "ring.rddl", blocks);
  const Interpreter i(std::make_shared<GroundModel>(ground(resolve(std::move(blocks)))));
  ASSERT_EQ(i.state_words(), 3);
  ASSERT_EQ(i.observation_words(), 3);
  std::vector<std::uint64_t> words = i.initial();
  words.resize(6);
  Rng rng(1);
  EXPECT_EQ(i.move(words.data(), 0, rng), 3);
  EXPECT_EQ(words[3], 0b11u);  // r149 to r0, r0 to r1
  EXPECT_EQ(words[4], 1u);     // r63 to r64
  EXPECT_EQ(words[5], 0u);
  EXPECT_EQ(i.chance(words.data(), 1, 149), 1);
  EXPECT_EQ(i.chance(words.data(), 0, 149), 0);
  std::uint64_t seen[3];
  i.observe(words.data(), 0, seen, rng);
  EXPECT_EQ(seen[0], ~0b11ULL);
  EXPECT_EQ(seen[1], ~1ULL);
  EXPECT_EQ(seen[2], (1ULL << (150 - 128)) - 1);
  EXPECT_EQ(i.likelihood(words.data(), 0, seen), 1);
  seen[2] ^= 1;
  EXPECT_EQ(i.likelihood(words.data(), 0, seen), 0);
}

}  // namespace
}  // namespace holdfast::rddl
