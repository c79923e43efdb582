#include "holdfast/guide/site_answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace holdfast {
namespace {

struct Number {
  std::uint64_t n = 0;
  friend bool operator==(const Number&, const Number&) = default;
  std::uint64_t hash() const { return n; }
};

// Of what is known, tens are told apart. An answer is where and what.
class SiteAnswersTest : public testing::Test {
 protected:
  static constexpr int kSites = 40;
  using Answers = SiteAnswers<Number, std::string>;

  static Number tens(const Number& known) { return {known.n / 10 * 10}; }
  static std::string answer(std::uint64_t known, int site) {
    return std::to_string(known / 10) + " at " + std::to_string(site);
  }
  std::string ask(std::uint64_t known, int site) {
    return answers_.at({known}, site, tens, [&] { return ++worked_out_, answer(known, site); });
  }

  Answers answers_{kSites};
  int worked_out_ = 0;
};

TEST_F(SiteAnswersTest, OneAnswerServesWhatIsNotToldApart) {
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t known = 0; known < 100; ++known) {
      for (int site = 0; site < kSites; ++site) EXPECT_EQ(ask(known, site), answer(known, site));
    }
  }
  EXPECT_EQ(worked_out_, 10 * kSites);
  EXPECT_EQ(answers_.row_count(), 10u);
}

// The first question may be about what an empty key says.
TEST_F(SiteAnswersTest, NothingIsKnownBeforeItIsAsked) {
  EXPECT_EQ(ask(0, 3), "0 at 3");
  EXPECT_EQ(worked_out_, 1);
}

TEST_F(SiteAnswersTest, WhatIsGivenUpIsWorkedOutAgain) {
  constexpr std::uint64_t kRows = Answers::kMostBytes / (2 * kSites);
  SiteAnswers<Number, Number> answers(kSites);
  std::size_t most = 0;
  for (std::uint64_t row = 0; row < kRows + kRows / 2; ++row) {
    const std::uint64_t known = 10 * row;
    const int site = static_cast<int>(row % kSites);
    // Few different ones, so that it is rows that there are too many of.
    const Number expected{known % 70};
    EXPECT_EQ(answers.at({known}, site, tens, [&] { return expected; }), expected);
    EXPECT_EQ(answers.at({known + 1}, site, tens, [] { return Number{1}; }), expected);
    most = std::max(most, answers.row_count());
  }
  EXPECT_EQ(most, kRows);
  EXPECT_LT(answers.row_count(), kRows);
}

TEST_F(SiteAnswersTest, ThereMayBeMoreAnswersThanNumbersForThem) {
  constexpr std::uint64_t kAll = Answers::kMostValues + 5 * kSites;
  SiteAnswers<Number, Number> answers(kSites);
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t i = 0; i < kAll; ++i) {
      const Number given = answers.at({i / kSites * 10}, static_cast<int>(i % kSites), tens,
                                      [&] { return Number{i}; });
      ASSERT_EQ(given.n, i);
    }
  }
}

}  // namespace
}  // namespace holdfast
