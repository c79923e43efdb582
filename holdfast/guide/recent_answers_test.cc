#include "holdfast/guide/recent_answers.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

struct Key {
  std::uint64_t number = 0;
  friend bool operator==(const Key&, const Key&) = default;
  std::uint64_t hash() const { return number; }
};

using Answers = RecentAnswers<Key, std::uint64_t>;

TEST(RecentAnswers, AreWorkedOutOnceWhileTheyAreKept) {
  Answers answers;
  int worked_out = 0;
  const auto square = [&](std::uint64_t n) {
    return answers.at({n}, [&] { return ++worked_out, n * n; });
  };
  for (std::uint64_t n = 0; n < Answers::kRoom; ++n) EXPECT_EQ(square(n), n * n);
  EXPECT_EQ(worked_out, static_cast<int>(Answers::kRoom));
  for (std::uint64_t n = 0; n < Answers::kRoom; ++n) EXPECT_EQ(square(n), n * n);
  EXPECT_EQ(worked_out, static_cast<int>(Answers::kRoom));
}

// Keys of equal hash are told apart: one takes the place of the other.
TEST(RecentAnswers, OfKeysInOnePlaceTheLaterIsKept) {
  Answers answers;
  int worked_out = 0;
  const auto number = [&](std::uint64_t n) {
    return answers.at({n}, [&] { return ++worked_out, n; });
  };
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(number(7), 7u);
    EXPECT_EQ(number(7 + Answers::kRoom), 7 + Answers::kRoom);
  }
  EXPECT_EQ(worked_out, 6);
}

}  // namespace
}  // namespace holdfast
