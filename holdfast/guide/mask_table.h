// The table from which a MaskProgram starts: by the number of what is known about an entity, which
// conditions hold for it, and the values that are compared. The bits of an entry are spread so far
// apart that or-ing the entries of all entities, each shifted by its number, gives the sets of
// entities of all conditions at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "holdfast/guide/mask_program.h"

namespace holdfast {

class MaskTable {
 public:
  static constexpr int kMostWords = 32;
  // What was seen of all entities. With as few words as the table has, so that they stay in
  // registers.
  template <int kWords = kMostWords>
  struct Seen {
    std::array<std::uint64_t, kWords> words{};
    MaskProgram::Values values;
  };
  int words() const { return words_; }

  MaskTable(const logic::CompiledTheory& theory, const LocalColumns& local);

  bool fits() const;
  const MaskProgram& program() const { return program_; }

  // The entries first, first + 1, ... by the facts of as many entities. `possible(rule, i)`: what
  // the rule suggests is possible at entry i. Each entry once, in order; then finish().
  template <class Possible>
  void add(int first, int count, const LocalColumns& local, const logic::Facts& facts,
           Possible&& possible) {
    for (std::size_t c = 0; c < bits_.size(); ++c) {
      const logic::CompiledRule& rule = *program_.conditions()[c];
      const std::uint32_t passing = local.passing(rule).page(0);
      for (int i = 0; i < count; ++i) {
        bits_[c].push_back((passing >> i & 1) != 0 && possible(rule, first + i));
      }
    }
    for (int i = 0; i < count; ++i) add_values(facts, i);
    entries_ = first + count;
  }
  void finish();

  // Whether nothing tells the entries i and j apart.
  bool same(int i, int j) const;

  template <int kWords>
  void see(Seen<kWords>& seen, int entity, int index) const {
    const std::uint64_t* entry = spread_.data() + static_cast<std::size_t>(index * words_);
    for (std::size_t w = 0; w < kWords; ++w) {
      if (kWords < kMostWords || static_cast<int>(w) < words_) seen.words[w] |= entry[w] << entity;
    }
    const std::int16_t* values = values_.data() + static_cast<std::size_t>(index * compared_);
    for (int v = 0; v < compared_; ++v) {
      seen.values[static_cast<std::size_t>(v)].lanes[static_cast<std::size_t>(entity)] = values[v];
    }
  }

  // As MaskProgram::run.
  template <int kWords, class F>
  void run(const Seen<kWords>& seen, F&& f) const {
    MaskProgram::Sets sets;
    auto set = sets.begin() + program_.first_given();
    const std::uint64_t field = (1ULL << width_) - 1;
    for (int left = sets_; const std::uint64_t word : seen.words) {
      for (int at = 0; at < 64 && left > 0; at += width_, --left) {
        *set++ = static_cast<std::uint32_t>(word >> at & field);
      }
    }
    program_.run(sets, seen.values, f);
  }

 private:
  void add_values(const logic::Facts& facts, int entity);

  MaskProgram program_;
  int width_;  // bits of a set
  int entries_ = 0;
  int sets_ = 0;      // of different conditions
  int words_ = 0;     // of an entry
  int compared_ = 0;  // values of an entry
  std::vector<std::uint64_t> spread_;
  std::vector<std::int16_t> values_;
  std::vector<std::vector<bool>> bits_;  // by condition and entry, until finish()
};

}  // namespace holdfast
