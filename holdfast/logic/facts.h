// What holds at a belief (paper: F_F(b)), stored as the evaluator reads it: one column of numbers
// for each feature, one lane for each entity, so that a threshold is tested for all rocks at once.
// Where entities are more than a column has lanes, a feature has several columns in a row, its
// pages.
// A feature about no entity has its value in every lane, whatever a rule is about.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/logic/vocabulary.h"

namespace holdfast::logic {

// Values lie in [kLeast, kMost]; kAbsent says that there is no fact about the entity.
struct alignas(64) Column {
  static constexpr std::int16_t kAbsent = std::numeric_limits<std::int16_t>::min();
  static constexpr int kLeast = kAbsent + 1;
  static constexpr int kMost = std::numeric_limits<std::int16_t>::max();

  // Given facts keep this far from the ends, so that the effects of actions never overflow.
  static constexpr int kGivenMost = 10'000;

  static constexpr int kLanes = EntitySet::kPage;

  std::array<std::int16_t, kLanes> lanes;
  friend bool operator==(const Column&, const Column&) = default;
};

// How many pages a feature has.
inline int page_count(const Vocabulary& vocabulary) {
  return std::max(1, (vocabulary.entity_count() + Column::kLanes - 1) / Column::kLanes);
}

// What rules read: the columns of facts and, after them, those that a theory derives from them
// (conclusions.h).
class Columns {
 public:
  explicit Columns(const Column* first, int pages = 1) : first_(first), pages_(pages) {}

  int pages() const { return pages_; }
  const Column& page(int c, int p) const { return first_[c * pages_ + p]; }
  int value(int c, int entity) const {
    return page(c, entity / Column::kLanes)
        .lanes[static_cast<std::size_t>(entity % Column::kLanes)];
  }
  bool has(int c, int entity) const { return value(c, entity) != Column::kAbsent; }

 private:
  const Column* first_;
  int pages_;
};

class Facts {
 public:
  // No facts yet.
  explicit Facts(const Vocabulary& vocabulary);

  const Vocabulary& vocabulary() const { return vocabulary_; }

  // All pages of all columns.
  const std::vector<Column>& pages() const { return columns_; }
  Columns columns() const { return Columns(columns_.data(), pages_); }

  // 1 for a flag that holds.
  void set(int column_index, int entity, int value) {
    lane(column_index, entity) = static_cast<std::int16_t>(value);
  }
  // Of a feature about no entity.
  void set_all(int column_index, int value) {
    for (int p = 0; p < pages_; ++p) {
      columns_[index(column_index, p)].lanes.fill(static_cast<std::int16_t>(value));
    }
  }
  bool has(int column_index, int entity) const {
    return value(column_index, entity) != Column::kAbsent;
  }
  int value(int column_index, int entity) const { return columns().value(column_index, entity); }
  void clear();

  // Adds a ground atom. Throws InputError if it is not one of the vocabulary, its value is not an
  // integer that fits, or there is another value already.
  void add(const Atom& atom, const std::string& file = "facts");

  // As atoms: those about no entity, then entity by entity, features in the vocabulary's order.
  std::vector<Atom> atoms() const;

  friend bool operator==(const Facts& a, const Facts& b) { return a.columns_ == b.columns_; }

 private:
  std::size_t index(int c, int page) const { return static_cast<std::size_t>(c * pages_ + page); }
  std::int16_t& lane(int c, int entity) {
    return columns_[index(c, entity / Column::kLanes)]
        .lanes[static_cast<std::size_t>(entity % Column::kLanes)];
  }

  Vocabulary vocabulary_;
  int pages_;
  std::vector<Column> columns_;
};

// The fact that a column states about an entity, such as dist(2,5); or about none, whichever is
// given.
Atom fact(const Vocabulary& vocabulary, int column, int entity, int value);

// Reads "dist(0,8). delta_x(0,2). ..."; throws InputError with the place.
Facts parse_facts(std::string_view text, const Vocabulary& vocabulary,
                  const std::string& file = "facts");

}  // namespace holdfast::logic
