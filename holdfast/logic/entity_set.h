// A set of entities, one bit each; in pages of as many as a column of facts has lanes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace holdfast::logic {

class EntitySet {
 public:
  static constexpr int kPage = 32;
  static constexpr int kCapacity = 128;
  static constexpr int kPages = kCapacity / kPage;

  constexpr EntitySet() = default;
  static constexpr EntitySet of(int entity) {
    EntitySet set;
    set.insert(entity);
    return set;
  }
  // {0, ..., n - 1}
  static constexpr EntitySet first(int n) {
    EntitySet set;
    for (int e = 0; e < n; ++e) set.insert(e);
    return set;
  }
  // Every bit, of entities that are there or not.
  static constexpr EntitySet all() { return first(kCapacity); }

  constexpr bool contains(int entity) const { return word(entity) >> (entity % 64) & 1; }
  constexpr void insert(int entity) { word(entity) |= 1ULL << (entity % 64); }
  constexpr void erase(int entity) { word(entity) &= ~(1ULL << (entity % 64)); }
  constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
  constexpr int size() const { return std::popcount(words_[0]) + std::popcount(words_[1]); }
  // The smallest; the set must not be empty.
  constexpr int front() const {
    return words_[0] != 0 ? std::countr_zero(words_[0]) : 64 + std::countr_zero(words_[1]);
  }

  // Bit i: entity 32 p + i.
  constexpr std::uint32_t page(int p) const {
    return static_cast<std::uint32_t>(word(kPage * p) >> (kPage * (p % 2)));
  }
  constexpr void add_to_page(int p, std::uint32_t bits) {
    word(kPage * p) |= static_cast<std::uint64_t>(bits) << (kPage * (p % 2));
  }

  template <class F>
  constexpr void for_each(F&& f) const {
    for (int w = 0; w < 2; ++w) {
      for (std::uint64_t rest = words_[static_cast<std::size_t>(w)]; rest != 0; rest &= rest - 1) {
        f(64 * w + std::countr_zero(rest));
      }
    }
  }

  constexpr EntitySet operator~() const { return EntitySet(~words_[0], ~words_[1]); }
  friend constexpr EntitySet operator&(const EntitySet& a, const EntitySet& b) {
    return EntitySet(a.words_[0] & b.words_[0], a.words_[1] & b.words_[1]);
  }
  friend constexpr EntitySet operator|(const EntitySet& a, const EntitySet& b) {
    return EntitySet(a.words_[0] | b.words_[0], a.words_[1] | b.words_[1]);
  }
  constexpr EntitySet& operator&=(const EntitySet& other) { return *this = *this & other; }
  constexpr EntitySet& operator|=(const EntitySet& other) { return *this = *this | other; }
  friend constexpr bool operator==(const EntitySet&, const EntitySet&) = default;

 private:
  constexpr EntitySet(std::uint64_t low, std::uint64_t high) : words_{low, high} {}
  constexpr std::uint64_t& word(int entity) {
    return words_[static_cast<std::size_t>(entity / 64)];
  }
  constexpr const std::uint64_t& word(int entity) const {
    return words_[static_cast<std::size_t>(entity / 64)];
  }

  std::array<std::uint64_t, kCapacity / 64> words_{};
};

}  // namespace holdfast::logic
