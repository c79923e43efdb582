// Rules asked wherever a search goes, not at the root alone. Γ at the root says what to do from the
// real belief; deeper in the search other beliefs are met, where other macro-actions start, and
// those under way end. What is known there follows from the domain's declaration (symbols.h), and
// so does the way of asking: by tables, or by the facts, whose answers are kept.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/guide/entity_answers.h"
#include "holdfast/guide/entity_table.h"
#include "holdfast/guide/recent_answers.h"
#include "holdfast/guide/said.h"
#include "holdfast/macro/declared_belief.h"
#include "holdfast/macro/gamma.h"
#include "holdfast/pomdp/past.h"

namespace holdfast {

// A theory asked by the facts of what is known, and of what was done.
template <Symbolic M>
class RulesByFacts {
 public:
  using Known = typename Declared<M>::Known;

  RulesByFacts(const DeclaredBelief<M>& belief, const Gamma& gamma)
      : words_(belief.words()),
        calculus_(gamma.theory(), gamma.horizon()),
        ahead_(belief.words(), belief.root()),
        facts_(belief.vocabulary()) {
    if constexpr (EntityAnswers<M>::kKnownAgain) {
      if (EntityAnswers<M>::serves(words_->symbols, gamma.theory())) {
        of_entities_.emplace(gamma.theory());
      }
    }
  }

  // The belief from which a search starts.
  void start(const DeclaredBelief<M>& belief) { ahead_.start_from(belief.root()); }
  // The history is looked at if the theory has words of the past.
  SaidFor<M> said(const Known& known, const History& history = {});
  // Of the macro-actions that start there, but for those that only look, the one that would last
  // longest; kNone if none starts. Looks ahead, and so takes its time.
  Action longest(const Known& known, const History& history = {});

 private:
  bool looks(const logic::GroundAction& action) const {
    return words_->symbols.deed(action.word).only_looks;
  }
  bool is_possible(const logic::GroundAction& action) {
    ahead_.begin();
    return ahead_.possible(action);
  }
  bool is_foreseeable(const logic::GroundAction& action) {
    ahead_.begin();
    return ahead_.step(action);
  }

  // With the actions that are several deeds at once.
  void join(SaidFor<M>& said) const {
    if constexpr (Joining<M>) {
      holdfast::join(said.start, words_->symbols->joints());
      holdfast::join(said.go_on, words_->symbols->joints());
    }
  }
  // The same for rules that are about one entity each.
  SaidFor<M> said_of_entities();

  std::shared_ptr<const DeclaredWords<M>> words_;
  EventCalculus calculus_;
  DeclaredAhead<M> ahead_;
  logic::Facts facts_;
  std::optional<EntityAnswers<M>> of_entities_;  // if the theory is served so
};

template <Symbolic M>
SaidFor<M> RulesByFacts<M>::said_of_entities() {
  SaidFor<M> said;
  for (int e = 0; e < words_->vocabulary.entity_count(); ++e) {
    ahead_.begin();  // what is foreseen of one action is not so for the next entity
    const SaidOfEntity of_entity = of_entities_->at(words_->symbols, ahead_.about(e));
    for (std::uint32_t deeds = of_entity.start | of_entity.go_on; deeds != 0; deeds &= deeds - 1) {
      const int d = std::countr_zero(deeds);
      const logic::GroundAction action{d, words_->symbols.deed(d).of_entity ? e : 0};
      const Action a = words_->action_of(action);
      if (of_entity.start >> d & 1 && is_possible(action)) said.start.insert(a);
      if (of_entity.go_on >> d & 1 && is_foreseeable(action)) said.go_on.insert(a);
    }
  }
  join(said);
  return said;
}

template <Symbolic M>
SaidFor<M> RulesByFacts<M>::said(const Known& known, const History& history) {
  ahead_.stand_at(known, history);
  if constexpr (EntityAnswers<M>::kKnownAgain) {
    if (of_entities_) return said_of_entities();
  }
  ahead_.state(facts_);
  const logic::Columns now = calculus_.conclude(facts_);
  SaidFor<M> said;
  for (const ActionRules& rules : calculus_.rules()) {
    const Action a = words_->action_of(rules.action);
    const bool starts = any_fires(rules.init, now) || any_fires(rules.now, now);
    if (starts && is_possible(rules.action)) said.start.insert(a);
    if (any_fires(rules.contd, now) && is_foreseeable(rules.action)) said.go_on.insert(a);
  }
  join(said);
  return said;
}

template <Symbolic M>
Action RulesByFacts<M>::longest(const Known& known, const History& history) {
  ahead_.stand_at(known, history);
  ahead_.state(facts_);
  Action result = Moment::kNone;
  int most = 0;
  for (const MacroAction& macro : calculus_.macro_actions(facts_, ahead_)) {
    if (macro.length <= most || looks(macro.action) || !is_possible(macro.action)) continue;
    most = macro.length;
    result = words_->action_of(macro.action);
  }
  return result;
}

// One object serves one thread. Theories with words of the past are asked with the history, which
// simulations carry along for them alone (kOfPast).
template <Symbolic M, bool kOfPast = false>
class RulesInSearch {
 public:
  using State = typename M::State;
  using Known = typename Declared<M>::Known;
  using Carried = std::conditional_t<kOfPast, Past<M>, Memory<M>>;
  using Actions = LegalActions<M>;

  // Whether it asks anything that the memory or the root's belief tell.
  static constexpr bool kUsesMemory = kAsksMemory<M> || kOfPast;
  static constexpr bool kUsesRoot = kAsksRoot<M>;

  // The theory of gamma must be compiled. Throws Error if the belief tells of the past and this
  // does not ask for it, or the other way round.
  RulesInSearch(std::shared_ptr<const DeclaredBelief<M>> of, const Gamma& gamma)
      : root_(std::move(of)), symbols_(&root_->symbols()), by_facts_(*root_, gamma) {
    const DeclaredBelief<M>& belief = *root_;
    if (belief.remembers() != kOfPast) throw Error("rules of the past are asked with the history");
    if constexpr (kTabulated) {
      if (EntityTable<M>::serves(gamma.theory())) {
        table_.emplace(belief.symbols(), gamma.theory(), gamma.horizon());
      }
    }
    for (int d = 0; d < symbols_->deed_count(); ++d) {
      for (int e = 0; e < std::max(1, belief.vocabulary().entity_count()); ++e) {
        const Action a = (*symbols_)->action(d, e);
        if (symbols_->deed(d).only_looks) looks_.insert(a);
        if (!symbols_->always_possible(d)) only_here_.insert(a);
      }
    }
  }

  // Called before each search: the belief has changed.
  void start() {
    ++belief_;
    by_facts_.start(*root_);
  }

  SaidFor<M> at(const State& s, const Carried& memory, const Moment& now) {
    if constexpr (kTabulated) {
      if (table_) return table_->at(s, memory, now);
    }
    const Known known = symbols_->at(s, memory, now);
    return kept(said_, known, [&] { return by_facts_.said(known, history_of(memory)); });
  }
  // What is known there as a number; the same of histories at which all that rules may ask is the
  // same, and, but by chance, only of those.
  std::uint64_t situation(const State& s, const Carried& memory, const Moment& now) {
    if constexpr (kKnownAgain) {
      return key_of(symbols_->at(s, memory, now)).hash();
    } else {
      return ++unrecognised_;
    }
  }
  // Actions that can be done only where they can, and those that only tell something.
  const Actions& only_here() const { return only_here_; }
  const Actions& looks() const { return looks_; }
  // Of the macro-actions that start there, the one that would last longest; kNone if none starts.
  // For default policies, so actions that only look do not count.
  Action longest(const State& s, const Carried& memory, const Moment& now) {
    if constexpr (kTabulated) {
      if (table_) {
        if (const std::optional<Action> found = table_->longest(s, memory, now)) return *found;
      }
    }
    const Known known = symbols_->at(s, memory, now);
    return kept(longest_, known, [&] { return by_facts_.longest(known, history_of(memory)); });
  }

 private:
  // What is known is not all that a theory of the past asks.
  static constexpr bool kTabulated = Tabulated<M> && !kOfPast;
  static constexpr bool kKnownAgain = Recognised<M> || Remembered<M>;
  static constexpr bool kKept = kKnownAgain && !kOfPast;
  struct PlaceKey {
    int place = 0;
    bool operator==(const PlaceKey&) const = default;
    std::uint64_t hash() const {
      return static_cast<std::uint64_t>(place) * 0x9e3779b97f4a7c15 >> 32;
    }
  };
  using Key = std::conditional_t<Recognised<M>, symbols_detail::Key<M>, PlaceKey>;
  Key key_of(const Known& known) const {
    if constexpr (Recognised<M>) {
      return (*symbols_)->key(known);
    } else {
      return {(*symbols_)->place(known)};
    }
  }
  // What is asked where histories are told apart by a key: which one, in which search.
  struct Question {
    Key key{};
    std::uint32_t belief = 0;
    bool operator==(const Question&) const = default;
    std::uint64_t hash() const { return key.hash() + belief; }
  };
  struct NoTable {};
  template <class T>
  struct TableOf {
    using type = NoTable;
  };
  template <Tabulated T>
  struct TableOf<T> {
    using type = EntityTable<T>;
  };

  template <class Value, class Answer>
  Value kept(RecentAnswers<Question, Value>& answers, const Known& known, Answer&& answer) {
    if constexpr (kKept) {
      return answers.at({key_of(known), belief_}, answer);
    } else {
      return answer();
    }
  }
  static const History& history_of([[maybe_unused]] const Carried& memory) {
    static const History none;
    if constexpr (kOfPast) {
      return memory.history;
    } else {
      return none;
    }
  }

  std::shared_ptr<const DeclaredBelief<M>> root_;  // where searches start
  const Declared<M>* symbols_;                     // of root_
  RulesByFacts<M> by_facts_;
  std::optional<typename TableOf<M>::type> table_;
  RecentAnswers<Question, SaidFor<M>> said_;
  RecentAnswers<Question, Action> longest_;
  std::uint32_t belief_ = 0;
  std::uint64_t unrecognised_ = 0;
  Actions looks_;
  Actions only_here_;
};

}  // namespace holdfast
