// A theory asked by tables. Where each rule is about one entity and the declaration gives what is
// known about an entity a small number, what a theory says at a history is, over all entities, the
// union of what it says of one: a look-up for each, some nanoseconds for all. Rules that ask for
// more than one entity, by counts, extrema and words, are worked out from the sets of entities for
// which their conditions hold (mask_program.h), which are looked up too. That takes more than a
// hundred nanoseconds, so what was said is kept where the declaration has sites (site_answers.h).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "holdfast/guide/mask_table.h"
#include "holdfast/guide/said.h"
#include "holdfast/guide/site_answers.h"
#include "holdfast/logic/compiled_theory.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {

template <Tabulated M>
class EntityTable {
 public:
  using State = typename M::State;
  using Known = typename Declared<M>::Known;
  using About = typename Declared<M>::About;

  // Whether every rule of the theory is compiled, no head names an entity, nothing is asked but of
  // entities, neither of the whole nor of the past, and these fit into one column.
  static bool serves(const logic::CompiledTheory& theory);

  EntityTable(const Declared<M>& symbols, const logic::CompiledTheory& theory, int horizon);

  Said at(const State& s, const Memory<M>& memory, const Moment& now) {
    return kept(said_, s, memory, now, [&](const Known& known) { return look(known); });
  }
  // Of the macro-actions that start there, but for those that only look, the one that would last
  // longest; kNone if none starts. Null if that leads beyond the table.
  std::optional<Action> longest(const State& s, const Memory<M>& memory, const Moment& now) {
    return kept(longest_, s, memory, now, [&](const Known& known) { return find_longest(known); });
  }

 private:
  // What was answered, where the declaration has sites.
  template <class Value>
  struct Kept {
    explicit Kept(const Declared<M>&) {}
  };
  template <class Value>
  requires Sited<M>
  struct Kept<Value> {
    explicit Kept(const Declared<M>& symbols)
        : answers(symbols->site_count(), symbols->change_count()) {}
    SiteAnswers<symbols_detail::Findings<M>, Value> answers;
  };
  template <class Value, class Answer>
  Value kept([[maybe_unused]] Kept<Value>& kept, const State& s, const Memory<M>& memory,
             const Moment& now, Answer&& answer) {
    const auto work_out = [&] { return answer(symbols_.at(s, memory, now)); };
    if constexpr (Sited<M>) {
      const auto change = [&](const auto& from, const auto& to) {
        return symbols_->change(from, to);
      };
      return kept.answers.at(symbols_->findings(memory), symbols_->site(s), change, *blur_,
                             work_out);
    } else {
      return work_out();
    }
  }
  static constexpr auto& deeds = Symbols<M>::deeds;
  static constexpr int kDeeds = static_cast<int>(deeds.size());
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
  static constexpr Bits fixed_deeds() {
    Bits bits = 0;
    for (int d = 0; d < kDeeds; ++d) {
      if (!varies(d)) bits = static_cast<Bits>(bits | bit(d));
    }
    return bits;
  }

  // Calls f with each deed as a constant.
  template <class F>
  static void for_each_deed(F&& f) {
    [&]<int... D>(std::integer_sequence<int, D...>) { (f(std::integral_constant<int, D>()), ...); }
    (std::make_integer_sequence<int, kDeeds>());
  }

  // With kWords words of sets; without rules over all entities 0.
  template <int kWords>
  Said look(const Known& known) const;
  [[gnu::noinline]] Said look(const Known& known) const {
    if (!of_many_) return look<0>(known);
    switch (of_many_->words()) {
      case 1:
        return look<1>(known);
      case 2:
        return look<2>(known);
      case 3:
        return look<3>(known);
      case 4:
        return look<4>(known);
      default:
        return look<MaskTable::kMostWords>(known);
    }
  }
  [[gnu::noinline]] std::optional<Action> find_longest(const Known& known);
  struct NothingSeen {};
  // Calls f(suggested, entities) for what rules over all entities suggest.
  struct Suggested;
  template <class Seen, class F>
  void suggest(const Seen& seen, F&& f) const {
    of_many_->run(seen, [&](std::size_t i, std::uint32_t entities) { f(suggested_[i], entities); });
  }
  // Whether an action starts by init, and goes on; and whether an entity is beyond the table.
  struct Holds {
    bool starts = false;
    bool goes_on = false;
    bool beyond = false;
  };
  Holds holds(Action a, std::span<const About> abouts) const;
  static constexpr int kBeyond = std::numeric_limits<int>::max();
  int length(Action a, const Known& known) const;
  void fill(const logic::CompiledTheory& theory);
  bool possible(int deed, logic::Role role, const About& about) const;
  void enter(int index, int deed, logic::Role role);

  Declared<M> symbols_;  // its own: a look-up the less
  int entities_;
  int horizon_;
  std::vector<Bits> table_;
  std::vector<Bits> inits_;           // deeds that start by init: those that may last
  std::optional<MaskTable> of_many_;  // if the theory has rules over all entities
  std::vector<Suggested> suggested_;  // by them
  ActionSet looks_;                   // actions that only look
  // What the theory tells apart, where the declaration knows how to ask for it.
  [[no_unique_address]] std::optional<symbols_detail::Blur<M>> blur_;
  [[no_unique_address]] Kept<Said> said_;
  [[no_unique_address]] Kept<std::optional<Action>> longest_;
};

// The actions of a suggestion: all bits of a word are set where it may start, start by init, go on,
// and where it is of each entity.
template <Tabulated M>
struct EntityTable<M>::Suggested {
  int shift;
  std::uint64_t of_each;
  std::uint64_t starts;
  std::uint64_t starts_by_init;
  std::uint64_t goes_on;

  std::uint64_t actions(std::uint32_t entities) const {
    const std::uint64_t each = entities;
    const std::uint64_t any = entities != 0 ? 1 : 0;
    return ((each & of_each) | (any & ~of_each)) << shift;
  }
};

template <Tabulated M>
bool EntityTable<M>::serves(const logic::CompiledTheory& theory) {
  for (const logic::CompiledRule& rule : theory.rules()) {
    if (rule.per_entity() != theory.vocabulary().word_of(rule.action(0)).of_entity) return false;
  }
  return theory.complete() && theory.vocabulary().entity_count() <= logic::Column::kLanes &&
         asks_only_of_entities(theory) && MaskTable(theory, LocalColumns(theory)).fits();
}

template <Tabulated M>
EntityTable<M>::EntityTable(const Declared<M>& symbols, const logic::CompiledTheory& theory,
                            int horizon)
    : symbols_(symbols),
      entities_(theory.vocabulary().entity_count()),
      horizon_(horizon),
      table_(static_cast<std::size_t>(symbols->index_count())),
      inits_(table_.size()),
      said_(symbols),
      longest_(symbols) {
  for (int d = 0; d < kDeeds; ++d) {
    for (int e = 0; looks(d) && e < entities_; ++e) looks_.insert(action(d, e));
  }
  fill(theory);
  if constexpr (Sited<M>) {
    blur_ = symbols_->blur([&](int i, int j) {
      const auto a = static_cast<std::size_t>(i);
      const auto b = static_cast<std::size_t>(j);
      return table_[a] == table_[b] && inits_[a] == inits_[b] &&
             (!of_many_ || of_many_->same(i, j));
    });
  }
}

// By the rules themselves, with as many entries at once as they test entities at once.
template <Tabulated M>
void EntityTable<M>::fill(const logic::CompiledTheory& theory) {
  constexpr int kLanes = logic::Column::kLanes;
  const logic::Vocabulary& words = theory.vocabulary();
  LocalColumns local(theory);
  MaskTable many(theory, local);
  const auto allows = [&](const logic::CompiledRule& rule, int i) {
    return rule.role() == logic::Role::auxiliary || !rule.rule().atom() ||
           possible(rule.word(), rule.role(), symbols_->about_of(i));
  };
  const int count = symbols_->index_count();
  for (int first = 0; first < count; first += kLanes) {
    logic::Facts facts(words);
    const int size = std::min(kLanes, count - first);
    for (int i = 0; i < size; ++i) symbols_.state(facts, i, symbols_->about_of(first + i));
    local.state(facts);
    many.add(first, size, local, facts, allows);
    for (const logic::CompiledRule& rule : theory.rules()) {
      if (!local.is_local(rule)) continue;
      const std::uint32_t passing = local.passing(rule).page(0);
      for (int i = 0; i < size; ++i) {
        if ((passing >> i & 1) == 0 || !allows(rule, first + i)) continue;
        enter(first + i, rule.word(), rule.role());
      }
    }
  }
  if (many.program().empty()) return;
  many.finish();
  const auto word = [](bool all) { return all ? ~std::uint64_t{0} : 0; };
  for (const MaskProgram::Suggestion& s : many.program().suggestions()) {
    // What is about no entity has none that says so.
    const bool lasts =
        !s.rule->without_entity() || possible(s.deed, logic::Role::contd, symbols_->about_of(0));
    suggested_.push_back({action(s.deed, 0), word(varies(s.deed)), word(s.init || s.now),
                          word(s.init), word(s.contd && lasts)});
  }
  of_many_.emplace(std::move(many));
}

template <Tabulated M>
bool EntityTable<M>::possible(int deed, logic::Role role, const About& about) const {
  if (!symbols_.possible(deed, about)) return false;
  // What only the world can tell ends at once.
  About after = about;
  return role != logic::Role::contd || symbols_->after(after, action(deed, 0));
}

template <Tabulated M>
void EntityTable<M>::enter(int index, int deed, logic::Role role) {
  const auto i = static_cast<std::size_t>(index);
  if (role == logic::Role::contd) {
    table_[i] |= bit(kDeeds + deed);
    return;
  }
  table_[i] |= bit(deed);
  if (role == logic::Role::init) inits_[i] |= bit(deed);
}

template <Tabulated M>
template <int kWords>
inline Said EntityTable<M>::look(const Known& known) const {
  std::uint64_t any = 0;
  std::uint64_t start = 0;
  std::uint64_t go_on = 0;
  constexpr bool kOfMany = kWords > 0;
  std::conditional_t<kOfMany, MaskTable::Seen<kWords>, NothingSeen> seen;
  symbols_->for_each_index(known, [&](int e, int index) {
    if constexpr (kOfMany) of_many_->see(seen, e, index);
    const std::uint64_t entry = table_[static_cast<std::size_t>(index)];
    any |= entry;
    for_each_deed([&](auto d) {
      if constexpr (varies(d)) {
        start |= (entry >> d & 1) << (action(d, 0) + e);
        if constexpr (!looks(d)) go_on |= (entry >> (kDeeds + d) & 1) << (action(d, 0) + e);
      }
    });
  });
  if constexpr (in_order()) {
    start |= any & fixed_deeds();
    go_on |= any >> kDeeds & fixed_deeds();
  } else {
    for_each_deed([&](auto d) {
      if constexpr (!varies(d)) {
        start |= (any >> d & 1) << action(d, 0);
        go_on |= (any >> (kDeeds + d) & 1) << action(d, 0);
      }
    });
  }
  if constexpr (kOfMany) {
    suggest(seen, [&](const Suggested& s, std::uint32_t entities) {
      const std::uint64_t actions = s.actions(entities);
      start |= actions & s.starts;
      go_on |= actions & s.goes_on;
    });
  }
  return {ActionSet(start), ActionSet(go_on)};
}

template <Tabulated M>
std::optional<Action> EntityTable<M>::find_longest(const Known& known) {
  const ActionSet starting = look(known).start - looks_;
  if (starting.size() == 1) return starting.front();
  Action result = Moment::kNone;
  int most = 0;
  starting.for_each([&](Action a) {
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
  std::array<About, logic::Column::kLanes> abouts;
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
  MaskTable::Seen<> seen;
  for (std::size_t e = 0; e < abouts.size(); ++e) {
    const int index = symbols_->index(abouts[e]);
    if (index < 0) {
      result.beyond = true;
      continue;
    }
    if (of_many_) of_many_->see(seen, static_cast<int>(e), index);
    const Bits init = inits_[static_cast<std::size_t>(index)];
    const auto on = static_cast<Bits>(table_[static_cast<std::size_t>(index)] >> kDeeds);
    for_each_deed([&](auto d) {
      if (action(d, 0) + (varies(d) ? static_cast<int>(e) : 0) != a) return;
      result.starts |= (init & bit(d)) != 0;
      result.goes_on |= (on & bit(d)) != 0;
    });
  }
  if (!of_many_ || result.beyond) return result;
  suggest(seen, [&](const Suggested& s, std::uint32_t entities) {
    const std::uint64_t actions = s.actions(entities);
    result.starts |= ((actions & s.starts_by_init) >> a & 1) != 0;
    result.goes_on |= ((actions & s.goes_on) >> a & 1) != 0;
  });
  return result;
}

}  // namespace holdfast
