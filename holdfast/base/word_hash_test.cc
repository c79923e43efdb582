#include "holdfast/base/word_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "holdfast/base/rng.h"

namespace holdfast {
namespace {

// As a table of 2^16 places has it.
std::uint64_t place(const std::vector<std::uint64_t>& words) {
  WordHash hash;
  for (const std::uint64_t word : words) hash.add(word);
  return hash.value() & 0xffff;
}

// Whatever is different in rows of one to three words, they have places of their own, but by
// chance, which is one in 2^16.
TEST(WordHash, TellsEveryBitInItsLowBits) {
  Rng rng(1);
  for (std::size_t length = 1; length <= 3; ++length) {
    for (std::size_t bit = 0; bit < 64 * length; ++bit) {
      int same = 0;
      for (int round = 0; round < 100; ++round) {
        std::vector<std::uint64_t> words(length);
        for (std::uint64_t& word : words) word = rng.bits();
        const std::uint64_t before = place(words);
        words[bit / 64] ^= std::uint64_t{1} << bit % 64;
        same += place(words) == before ? 1 : 0;
      }
      EXPECT_LE(same, 2) << "bit " << bit << " of " << length << " words";
    }
  }
}

// Small numbers in a few fields, as keys mostly are: as many places as chance gives 2^14 keys, that
// is 2^16 (1 - e^(-1/4)) = 14,496, within four standard deviations.
TEST(WordHash, SpreadsSmallFields) {
  for (int shift = 0; shift <= 56; shift += 8) {
    std::set<std::uint64_t> places;
    for (std::uint64_t a = 0; a < 128; ++a) {
      for (std::uint64_t b = 0; b < 128; ++b) places.insert(place({a << shift, b}));
    }
    EXPECT_NEAR(static_cast<double>(places.size()), 14496, 4 * 37) << shift;
  }
}

TEST(WordHash, TellsTheOrder) {
  EXPECT_NE(place({1, 2}), place({2, 1}));
  EXPECT_NE(place({0, 1}), place({1, 0}));
}

}  // namespace
}  // namespace holdfast
