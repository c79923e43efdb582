// Conditions over all entities, asked in a search: a theory as a short program over sets of
// entities, one bit each. A table tells for each entity which conditions about it alone hold; their
// sets over all entities are what the program starts from. Words and aggregates are worked out on
// them in order (a count is a popcount), and then the rules that ask for these.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <vector>

#include "holdfast/guide/local_columns.h"
#include "holdfast/logic/compiled_theory.h"

namespace holdfast {

class MaskProgram {
 public:
  static constexpr int kMostSets = 256;
  static constexpr int kMostValues = 4;
  using Sets = std::array<std::uint32_t, kMostSets>;
  // Of entities, by the place of their column in values().
  using Values = std::array<logic::Column, kMostValues>;

  // What a deed is suggested by. Rules that always fire together are one suggestion.
  struct Suggestion {
    const logic::CompiledRule* rule;
    int deed;
    bool init = false;
    bool contd = false;
    bool now = false;
  };

  // The theory must be complete.
  MaskProgram(const logic::CompiledTheory& theory, const LocalColumns& local);

  // Whether it has room for all that the theory asks for.
  bool fits() const { return fits_; }

  // The rules of whose local tests a table tells the sets; of suggestions about an entity, only
  // where the deed is possible.
  const std::vector<const logic::CompiledRule*>& conditions() const { return conditions_; }
  // Set first_given() + set_of_condition[i] of a run is that of condition i; conditions that are
  // the same for all that can be known about an entity share one. Once, before any run.
  void number_conditions(const std::vector<int>& set_of_condition);
  int first_given() const { return 1 + static_cast<int>(steps_.size()); }

  // The columns whose values it compares.
  const std::vector<int>& values() const { return values_; }
  // Whether any rule asks for more than one entity; the suggestions of all that do.
  bool empty() const { return suggesting_.empty(); }
  const std::vector<Suggestion>& suggestions() const { return suggestions_; }

  // Calls f(i, entities) for each suggestion i, by the entities that make it, perhaps none.
  template <class F>
  void run(Sets& sets, const Values& values, F&& f) const {
    sets[kAll] = ~0u;
    std::size_t target = 1;
    for (const Step& step : steps_) sets[target++] = derive(step, sets, values);
    for (std::size_t i = 0; i < suggesting_.size(); ++i) f(i, fired(suggesting_[i], sets));
  }

 private:
  static constexpr int kAll = 0;  // the set of all entities

  // The entities for which a rule fires: those in all of its sets, or not in them if flipped. As
  // many sets for every rule, so that nothing branches.
  struct Conjunction {
    static constexpr std::size_t kSets = 4;
    std::uint32_t entities = 0;
    std::array<std::uint8_t, kSets> sets{};
    std::array<std::uint32_t, kSets> flips{};
    friend bool operator==(const Conjunction&, const Conjunction&) = default;
  };
  struct Cause {
    Conjunction conjunction;
    // What the word then holds for: 0 says for the entities of the conjunction.
    std::uint32_t holds_for = 0;
    int value = -1;  // for an extremum: the place of what is compared; -1 is the entity's number
  };
  struct Step {
    const logic::CompiledAggregate* aggregate = nullptr;
    std::vector<Cause> causes;
    std::vector<int> bounds;  // places of the columns of its bounds; -1 for others
  };

  // With a condition even if no test is local, where the rule asks for more than its tests.
  Conjunction conjunction(const logic::CompiledRule& rule, const LocalColumns& local,
                          bool more = false);
  void add(const logic::DerivedColumn& column, const LocalColumns& local);
  void add_aggregate(const logic::CompiledAggregate& aggregate, Step& step,
                     const LocalColumns& local);
  int place_of(int column);
  void unite_suggestions();

  static std::uint32_t fired(const Conjunction& rule, const Sets& sets) {
    std::uint32_t bits = rule.entities;
    for (std::size_t i = 0; i < Conjunction::kSets; ++i) bits &= sets[rule.sets[i]] ^ rule.flips[i];
    return bits;
  }
  std::uint32_t derive(const Step& step, const Sets& sets, const Values& values) const;
  std::int64_t value_of(const Step& step, const Sets& sets, const Values& values) const;

  logic::CompiledTheory theory_;  // whose rules the rest refers to
  bool fits_ = true;
  std::vector<const logic::CompiledRule*> conditions_;
  std::vector<int> values_;
  std::vector<Step> steps_;
  std::vector<Suggestion> suggestions_;
  std::vector<Conjunction> suggesting_;
  std::map<int, int> set_of_column_;  // of derived columns that are not local
};

}  // namespace holdfast
