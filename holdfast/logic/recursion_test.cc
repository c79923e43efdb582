#include "holdfast/logic/recursion.h"

#include <gtest/gtest.h>

#include <array>

#include "holdfast/base/error.h"
#include "holdfast/base/rng.h"
#include "holdfast/logic/theory.h"

namespace holdfast::logic {
namespace {

constexpr std::size_t kWords = 6;
using Matrix = std::array<std::array<bool, kWords>, kWords>;

bool refused(const std::string& text) {
  try {
    check_recursion(parse_theory(text, "t.lp"));
    return false;
  } catch (const InputError&) {
    return true;
  }
}

Matrix closure(Matrix reach) {
  for (std::size_t k = 0; k < kWords; ++k) {
    for (std::size_t i = 0; i < kWords; ++i) {
      for (std::size_t j = 0; j < kWords; ++j) reach[i][j] |= reach[i][k] && reach[k][j];
    }
  }
  return reach;
}

// Rules p :- q. and p :- not q. over a few words: one is wrong if p depends on its own negation.
TEST(Recursion, AgreesWithTheTransitiveClosureOnRandomTheories) {
  Rng rng(1);
  int wrong = 0;
  for (int round = 0; round < 2000; ++round) {
    Matrix edges{};
    Matrix negated{};
    std::string text;
    for (std::uint32_t i = rng.below(10); i > 0; --i) {
      const std::size_t head = rng.below(kWords);
      const std::size_t body = rng.below(kWords);
      const bool negative = rng.bernoulli(0.3);
      edges[head][body] = true;
      negated[head][body] |= negative;
      text += "p" + std::to_string(head) + " :- " + (negative ? "not p" : "p") +
              std::to_string(body) + ".\n";
    }
    const Matrix reach = closure(edges);
    bool expected = false;
    for (std::size_t h = 0; h < kWords; ++h) {
      for (std::size_t b = 0; b < kWords; ++b) {
        expected |= negated[h][b] && (h == b || reach[b][h]);
      }
    }
    ASSERT_EQ(refused(text), expected) << text;
    wrong += expected;
  }
  EXPECT_GT(wrong, 200);
  EXPECT_LT(wrong, 1800);
}

// Quadratic work, or a recursion as deep as the chain, would not come back from this.
TEST(Recursion, LongChainsAndCirclesAreFine) {
  std::string text;
  for (int i = 0; i < 100000; ++i) {
    text += "p" + std::to_string(i + 1) + " :- p" + std::to_string(i) + ".\n";
  }
  EXPECT_FALSE(refused(text));
  EXPECT_FALSE(refused(text + "p0 :- p100000.\n"));
  EXPECT_TRUE(refused(text + "p0 :- not p100000.\n"));
}

}  // namespace
}  // namespace holdfast::logic
