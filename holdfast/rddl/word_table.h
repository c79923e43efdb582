// The words that rules may ask of a model from a file, its entities and its deeds, as they were
// derived from it (derive_words.h), and how to work out what a word says.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/logic/facts.h"

namespace holdfast::rddl {

// Where a word's value comes from.
struct Source {
  enum class Kind : std::uint8_t {
    absent,
    constant,  // a
    bit,       // a known bit: 0 or 1
    chance,    // of a hidden bit, by its number: percent, floored to tens
    delta,     // coordinate a minus where somebody is, by slot b
    dist,      // the same summed, without signs, over the deltas from a to b
    table,     // what stands for where somebody is, by slot b, and c unless it is -1, of d columns
    higher,    // the greatest of a table beyond that place, of d
    lower,     // ... and before it
    most,      // the greatest of a table, from a to b
    cases,     // the first of cases a to b whose conditions hold
  };
  Kind kind = Kind::absent;
  int a = 0;
  int b = 0;
  int c = -1;
  int d = 0;
  friend bool operator==(const Source&, const Source&) = default;
};

// What a user's feature says, where known bits are so: b for one that is set, ~b for one that is
// not.
struct Case {
  Source value;
  std::vector<int> conditions;
};

// guess(E,V), or left(V) if it is of no entity.
struct DerivedWord {
  std::string name;
  std::string says;            // see macro/symbols.h
  std::vector<Source> values;  // by entity, or one
};

struct DerivedDeed {
  std::string name;
  bool of_entity = false;
  bool only_looks = false;
  std::vector<int> actions;  // by entity, -1 if it has none; or one
};

// What somebody is at: of bits of which at most one is true, the one, or the likeliest.
struct Mover {
  int fluent = 0;
  std::vector<int> bits;
  std::vector<std::vector<int>> coordinates;  // by bit, then by axis
};

// What is known at a history, as arrays.
struct Seen {
  const std::uint64_t* known;
  const float* chances;
  const std::int16_t* slots;
};

struct WordTable {
  static constexpr std::size_t kMostSlots = 16;
  using Slots = std::array<std::int16_t, kMostSlots>;
  // Of a mover, a coordinate.
  struct Slot {
    int mover = 0;
    int axis = 0;
  };

  std::vector<std::string> entities;
  std::vector<DerivedWord> words;
  std::vector<DerivedWord> whole_words;
  std::vector<DerivedDeed> deeds;
  std::vector<Source> tables;
  std::vector<Source> deltas;
  std::vector<Case> cases;
  std::vector<Mover> movers;
  std::vector<Slot> slots;
  std::vector<int> hidden_number;  // by state bit, -1 if it is known
  // By action: whether rules look beyond it. What it does differently from noop is done to bits
  // that are known, without chances, or to where somebody is: then its likeliest place counts.
  std::vector<bool> foreseen;
  // Sets of several action fluents, each of which a deed is for: the action, and those of its
  // parts.
  std::vector<std::pair<int, std::vector<int>>> joints;
  std::vector<std::string> left_out;  // what rules cannot ask or advise, for people

  // The coordinates by slot; -1 where nobody is.
  Slots find(const std::uint64_t* known, const float* chances) const;
  int value(const Source& source, const Seen& seen) const;
  // The greatest of some entries of tables, at least 0.
  int most(int first, int last, const Seen& seen) const;
};

}  // namespace holdfast::rddl
