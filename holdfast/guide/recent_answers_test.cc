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

class RecentAnswersTest : public testing::Test {
 protected:
  std::uint64_t square(std::uint64_t n) {
    return answers_.at({n}, [&] { return ++worked_out_, n * n; });
  }
  // Asks for so many keys, again and again, until no room is made any more.
  void ask_for(std::uint64_t keys) {
    for (std::size_t room = 0; room != answers_.room();) {
      room = answers_.room();
      for (std::uint64_t i = 0; i < 8 * room + 8 * keys; ++i) {
        EXPECT_EQ(square(i % keys), i % keys * (i % keys));
      }
    }
  }

  Answers answers_;
  int worked_out_ = 0;
};

TEST_F(RecentAnswersTest, AreWorkedOutOnceWhileTheyAreKept) {
  ask_for(1000);
  EXPECT_LT(answers_.room(), Answers::kMostRoom);
  const int before = worked_out_;
  for (std::uint64_t n = 0; n < 1000; ++n) EXPECT_EQ(square(n), n * n);
  EXPECT_EQ(worked_out_, before);
}

// What is kept when there is to be more room is not worked out again.
TEST_F(RecentAnswersTest, MoreRoomKeepsWhatIsThere) {
  std::uint64_t keys = 0;
  while (answers_.room() <= Answers::kLeastRoom) square(keys++);
  EXPECT_LT(keys, 2 * Answers::kLeastRoom);
  const int before = worked_out_;
  for (std::uint64_t n = keys - Answers::kLeastRoom; n < keys; ++n) EXPECT_EQ(square(n), n * n);
  EXPECT_EQ(worked_out_, before);
}

// Keys of equal hash are told apart: one takes the place of the other.
TEST_F(RecentAnswersTest, OfKeysInOnePlaceTheLaterIsKept) {
  ask_for(4 * Answers::kMostRoom);
  EXPECT_EQ(answers_.room(), Answers::kMostRoom);
  const int before = worked_out_;
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(square(7), 49u);
    EXPECT_EQ(square(7 + Answers::kMostRoom), (7 + Answers::kMostRoom) * (7 + Answers::kMostRoom));
  }
  EXPECT_EQ(worked_out_, before + 6);
}

}  // namespace
}  // namespace holdfast
