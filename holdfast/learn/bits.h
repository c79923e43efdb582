// Sets of columns as words of 64 bits. A column is an atom of an example that a rule may derive;
// the coverage of a rule is the set of columns that it derives.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace holdfast::learn {

using Word = std::uint64_t;

constexpr std::size_t words_for(std::size_t columns) { return (columns + 63) / 64; }

class Bits {
 public:
  Bits() = default;
  explicit Bits(std::size_t columns) : words_(words_for(columns)) {}
  explicit Bits(std::span<const Word> words) : words_(words.begin(), words.end()) {}

  void set(std::size_t i) { words_[i / 64] |= Word{1} << (i % 64); }
  bool test(std::size_t i) const { return (words_[i / 64] >> (i % 64)) & 1; }

  std::span<const Word> words() const { return words_; }
  std::span<Word> words() { return words_; }

  std::size_t count() const {
    std::size_t n = 0;
    for (const Word w : words_) n += static_cast<std::size_t>(std::popcount(w));
    return n;
  }

  Bits& operator|=(const Bits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }

  bool operator==(const Bits&) const = default;

 private:
  std::vector<Word> words_;
};

// Calls visit(i) for every column i of the set.
template <class Visit>
void for_each_bit(std::span<const Word> words, Visit&& visit) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (Word w = words[i]; w != 0; w &= w - 1) {
      visit(i * 64 + static_cast<std::size_t>(std::countr_zero(w)));
    }
  }
}

// FNV-1a over words, to find equal coverages.
inline std::uint64_t hash_words(std::span<const Word> words) {
  std::uint64_t h = 14695981039346656037ULL;
  for (const Word w : words) h = (h ^ w ^ (w >> 29)) * 1099511628211ULL;
  return h;
}

}  // namespace holdfast::learn
