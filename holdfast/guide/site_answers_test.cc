#include "holdfast/guide/site_answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "holdfast/base/rng.h"

namespace holdfast {
namespace {

struct Number {
  std::uint64_t n = 0;
  friend bool operator==(const Number&, const Number&) = default;
  std::uint64_t hash() const { return n; }
};

// Of what is known, tens are told apart; what changes is one digit. An answer is where and what.
class SiteAnswersTest : public testing::Test {
 protected:
  static constexpr int kSites = 40;
  static constexpr int kChanges = 30;
  using Answers = SiteAnswers<Number, std::string>;

  static Number tens(const Number& known) { return {known.n / 10 * 10}; }
  // Of numbers below a thousand.
  static int change(const Number& from, const Number& to) {
    int changed = -1;
    for (std::uint64_t place = 0, unit = 1; unit < 1000; ++place, unit *= 10) {
      if (from.n / unit % 10 == to.n / unit % 10) continue;
      if (changed >= 0) return -1;
      changed = static_cast<int>(10 * place + to.n / unit % 10);
    }
    return from.n / 1000 == to.n / 1000 ? changed : -1;
  }
  static std::string answer(std::uint64_t known, int site) {
    return std::to_string(known / 10) + " at " + std::to_string(site);
  }
  std::string ask(std::uint64_t known, int site) {
    return answers_.at({known}, site, change, tens,
                       [&] { return ++worked_out_, answer(known, site); });
  }

  Answers answers_{kSites, kChanges};
  int worked_out_ = 0;
};

TEST_F(SiteAnswersTest, OneAnswerServesWhatIsNotToldApart) {
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t known = 0; known < 100; ++known) {
      for (int site = 0; site < kSites; ++site) EXPECT_EQ(ask(known, site), answer(known, site));
    }
  }
  // Some come to the same place.
  EXPECT_GE(worked_out_, 10 * kSites);
  EXPECT_LT(worked_out_, 2 * 10 * kSites);
  EXPECT_EQ(answers_.number_count(), 10u);
}

// Whether the way to what is known was new, or led there before.
TEST_F(SiteAnswersTest, WhereAChangeLeadsIsRemembered) {
  Rng rng(1);
  std::uint64_t known = 0;
  int one_digit = 0;
  for (int step = 0; step < 5000; ++step) {
    const std::uint64_t before = known;
    const std::uint64_t unit = std::array{1, 10, 100}[rng.below(3)];
    known += (rng.below(10) - known / unit % 10) * unit;
    if (rng.below(5) == 0) known = rng.below(1000);
    one_digit += change({before}, {known}) >= 0;
    const int site = static_cast<int>(rng.below(kSites));
    ASSERT_EQ(ask(known, site), answer(known, site)) << before << " to " << known;
  }
  EXPECT_GT(one_digit, 2000);
  EXPECT_EQ(answers_.number_count(), 100u);
  EXPECT_LT(worked_out_, 5000);
}

// The first question may be about what an empty key says.
TEST_F(SiteAnswersTest, NothingIsKnownBeforeItIsAsked) {
  EXPECT_EQ(ask(0, 3), "0 at 3");
  EXPECT_EQ(worked_out_, 1);
}

TEST_F(SiteAnswersTest, WhatIsGivenUpIsWorkedOutAgain) {
  constexpr std::uint64_t kMost = Answers::kMostNumbers;
  SiteAnswers<Number, Number> answers(kSites, kChanges);
  std::size_t most = 0;
  for (std::uint64_t number = 0; number < kMost + kMost / 2; ++number) {
    const std::uint64_t known = 10 * number;
    const int site = static_cast<int>(number % kSites);
    // Few different ones, so that it is numbers that there are too many of.
    const Number expected{known % 70};
    ASSERT_EQ(answers.at({known}, site, change, tens, [&] { return expected; }), expected);
    ASSERT_EQ(answers.at({known + 1}, site, change, tens, [] { return Number{1}; }), expected);
    most = std::max(most, answers.number_count());
  }
  EXPECT_EQ(most, kMost);
  EXPECT_LT(answers.number_count(), kMost);
}

TEST_F(SiteAnswersTest, ThereMayBeMoreAnswersThanNumbersForThem) {
  constexpr std::uint64_t kAll = Answers::kMostValues + 5 * kSites;
  SiteAnswers<Number, Number> answers(kSites, kChanges);
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t i = 0; i < kAll; ++i) {
      const Number given = answers.at({i / kSites * 10}, static_cast<int>(i % kSites), change, tens,
                                      [&] { return Number{i}; });
      ASSERT_EQ(given.n, i);
    }
  }
}

}  // namespace
}  // namespace holdfast
