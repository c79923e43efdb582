// A theory asked by tables. Where each rule is about one entity and the declaration gives what is
// known about an entity a small number, what a theory says at a history is, over all entities, the
// union of what it says of one: a look-up for each, some nanoseconds for all.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "holdfast/guide/said.h"
#include "holdfast/logic/compiled_theory.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {

template <Tabulated M>
class EntityTable {
 public:
  using Known = typename Declared<M>::Known;
  using About = typename Declared<M>::About;

  // Whether every rule of the theory is compiled, and speaks of entities in general, and of nothing
  // else: neither of the whole nor of the past.
  static bool serves(const logic::CompiledTheory& theory);

  EntityTable(const Declared<M>& symbols, const logic::CompiledTheory& theory, int horizon);

  Said at(const Known& known) const { return look<true>(known); }
  // Without deeds that only look.
  Said acts(const Known& known) const { return look<false>(known); }
  // Of the macro-actions that start there, but for those that only look, the one that would last
  // longest; kNone if none starts. Null if that leads beyond the table.
  std::optional<Action> longest(const Known& known) const;

 private:
  static constexpr auto& deeds = Declared<M>::deeds;
  static constexpr int kDeeds = Declared<M>::kDeeds;
  static_assert(2 * kDeeds <= 64);

  // Bit d: deed d starts, by init or by a rule without time; bit kDeeds + d: it goes on.
  using Bits =
      std::conditional_t<2 * kDeeds <= 16, std::uint16_t,
                         std::conditional_t<2 * kDeeds <= 32, std::uint32_t, std::uint64_t>>;

  static constexpr Bits bit(int deed) { return static_cast<Bits>(Bits{1} << deed); }
  static constexpr Action action(int deed, int entity) { return Symbols<M>::action(deed, entity); }
  // Whether the deed of each entity is an action of its own (check(R)), or all are one (sample).
  static constexpr bool varies(int deed) {
    return deeds[static_cast<std::size_t>(deed)].of_entity && action(deed, 0) != action(deed, 1);
  }
  static constexpr bool looks(int deed) { return deeds[static_cast<std::size_t>(deed)].only_looks; }
  // Whether deeds of no entity of their own have the numbers of their actions: then the bits of an
  // entry are those of a set of actions.
  static constexpr bool in_order() {
    for (int d = 0; d < kDeeds; ++d) {
      if (!varies(d) && action(d, 0) != d) return false;
    }
    return true;
  }
  static constexpr Bits fixed_deeds(bool looking) {
    Bits bits = 0;
    for (int d = 0; d < kDeeds; ++d) {
      if (!varies(d) && (looking || !looks(d))) bits = static_cast<Bits>(bits | bit(d));
    }
    return bits;
  }

  // Calls f with each deed as a constant.
  template <class F>
  static void for_each_deed(F&& f) {
    [&]<int... D>(std::integer_sequence<int, D...>) { (f(std::integral_constant<int, D>()), ...); }
    (std::make_integer_sequence<int, kDeeds>());
  }

  template <bool kLooking>
  Said look(const Known& known) const;
  // Whether an action starts by init, and goes on; and whether an entity is beyond the table.
  struct Holds {
    bool starts = false;
    bool goes_on = false;
    bool beyond = false;
  };
  Holds holds(Action a, std::span<const About> abouts) const;
  static constexpr int kBeyond = std::numeric_limits<int>::max();
  int length(Action a, const Known& known) const;
  void fill(const logic::Theory& theory);
  void enter(int index, const About& about, int deed, logic::Role role);

  Declared<M> symbols_;  // its own: a look-up the less
  int entities_;
  int horizon_;
  std::vector<Bits> table_;
  std::vector<Bits> inits_;  // deeds that start by init: those that may last
};

template <Tabulated M>
bool EntityTable<M>::serves(const logic::CompiledTheory& theory) {
  const int entities = theory.vocabulary().entity_count();
  const auto all = static_cast<std::uint32_t>((1ULL << entities) - 1);
  for (const logic::CompiledRule& rule : theory.rules()) {
    const bool of_entity = theory.vocabulary().word_of(rule.action()).of_entity;
    if (rule.per_entity() != of_entity || rule.without_entity() || rule.entities() != all) {
      return false;
    }
    for (const logic::ThresholdTest& test : rule.tests()) {
      if (test.last >= Declared<M>::entity_columns()) return false;
    }
  }
  return theory.complete() && theory.derived().all().empty();
}

template <Tabulated M>
EntityTable<M>::EntityTable(const Declared<M>& symbols, const logic::CompiledTheory& theory,
                            int horizon)
    : symbols_(symbols),
      entities_(theory.vocabulary().entity_count()),
      horizon_(horizon),
      table_(static_cast<std::size_t>(symbols->index_count())),
      inits_(table_.size()) {
  fill(theory.theory());
}

// By the rules themselves, with as many entries at once as they test entities at once.
template <Tabulated M>
void EntityTable<M>::fill(const logic::Theory& theory) {
  constexpr int kLanes = logic::Vocabulary::kMaxEntities;
  const logic::Vocabulary words = symbols_.vocabulary(logic::numbered_entities(kLanes));
  const logic::CompiledTheory rules(theory, words);
  const int count = symbols_->index_count();
  std::vector<About> abouts(kLanes);
  for (int first = 0; first < count; first += kLanes) {
    logic::Facts facts(words);
    const int last = std::min(first + kLanes, count);
    for (int i = first; i < last; ++i) {
      abouts[static_cast<std::size_t>(i - first)] = symbols_->about_of(i);
      Declared<M>::state(facts, i - first, abouts[static_cast<std::size_t>(i - first)]);
    }
    for (const logic::CompiledRule& rule : rules.rules()) {
      const int deed = words.action_of(rule.action());
      for (std::uint32_t rest = rule.firing_entities(facts.columns()); rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (first + lane >= last) continue;
        enter(first + lane, abouts[static_cast<std::size_t>(lane)], deed, rule.role());
      }
    }
  }
}

template <Tabulated M>
void EntityTable<M>::enter(int index, const About& about, int deed, logic::Role role) {
  if (!Declared<M>::possible(deed, about)) return;
  const auto i = static_cast<std::size_t>(index);
  if (role != logic::Role::contd) {
    table_[i] |= bit(deed);
    if (role == logic::Role::init) inits_[i] |= bit(deed);
    return;
  }
  // What only the world can tell ends at once.
  About after = about;
  if (symbols_->after(after, action(deed, 0))) table_[i] |= bit(kDeeds + deed);
}

template <Tabulated M>
template <bool kLooking>
inline Said EntityTable<M>::look(const Known& known) const {
  std::uint64_t any = 0;
  std::uint64_t start = 0;
  std::uint64_t go_on = 0;
  symbols_->for_each_index(known, [&](int e, int index) {
    const std::uint64_t entry = table_[static_cast<std::size_t>(index)];
    any |= entry;
    for_each_deed([&](auto d) {
      if constexpr (varies(d) && (kLooking || !looks(d))) {
        start |= (entry >> d & 1) << (action(d, 0) + e);
        if constexpr (!looks(d)) go_on |= (entry >> (kDeeds + d) & 1) << (action(d, 0) + e);
      }
    });
  });
  if constexpr (in_order()) {
    start |= any & fixed_deeds(kLooking);
    go_on |= any >> kDeeds & fixed_deeds(kLooking);
  } else {
    for_each_deed([&](auto d) {
      if constexpr (!varies(d) && (kLooking || !looks(d))) {
        start |= (any >> d & 1) << action(d, 0);
        go_on |= (any >> (kDeeds + d) & 1) << action(d, 0);
      }
    });
  }
  return {ActionSet(start), ActionSet(go_on)};
}

template <Tabulated M>
std::optional<Action> EntityTable<M>::longest(const Known& known) const {
  Action result = Moment::kNone;
  int most = 0;
  acts(known).start.for_each([&](Action a) {
    const int steps = length(a, known);
    if (most == kBeyond || (steps != kBeyond && steps <= most)) return;
    most = steps;
    result = a;
  });
  if (most == kBeyond) return std::nullopt;
  return result;
}

// As the event calculus has it: steps until it neither goes on nor starts again.
template <Tabulated M>
int EntityTable<M>::length(Action a, const Known& known) const {
  std::array<About, logic::Vocabulary::kMaxEntities> abouts;
  const std::span<About> all(abouts.data(), static_cast<std::size_t>(entities_));
  for (int e = 0; e < entities_; ++e)
    abouts[static_cast<std::size_t>(e)] = symbols_->about(known, e);
  Holds now = holds(a, all);
  if (!now.starts) return 1;
  for (int steps = 1; steps < horizon_; ++steps) {
    for (About& about : all) {
      if (!symbols_->after(about, a)) return steps;
    }
    now = holds(a, all);
    if (now.beyond) return kBeyond;
    if (!now.starts && !now.goes_on) return steps;
  }
  return horizon_;
}

template <Tabulated M>
typename EntityTable<M>::Holds EntityTable<M>::holds(Action a,
                                                     std::span<const About> abouts) const {
  Holds result;
  for (std::size_t e = 0; e < abouts.size(); ++e) {
    const int index = symbols_->index(abouts[e]);
    if (index < 0) {
      result.beyond = true;
      continue;
    }
    const Bits init = inits_[static_cast<std::size_t>(index)];
    const auto on = static_cast<Bits>(table_[static_cast<std::size_t>(index)] >> kDeeds);
    for_each_deed([&](auto d) {
      if (action(d, 0) + (varies(d) ? static_cast<int>(e) : 0) != a) return;
      result.starts |= (init & bit(d)) != 0;
      result.goes_on |= (on & bit(d)) != 0;
    });
  }
  return result;
}

}  // namespace holdfast
