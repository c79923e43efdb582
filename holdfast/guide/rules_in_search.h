// Rules asked wherever a search goes, not at the root alone. Γ at the root says what to do from the
// real belief; deeper in the search other beliefs are met, where other macro-actions start, and
// those under way end. What is known there follows from the domain's declaration (symbols.h), and
// so does the way of asking: by tables, remembered for each belief, or by the facts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "holdfast/base/error.h"
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

  struct Answer {
    Said said;
    Action longest = Moment::kNone;
  };

  RulesByFacts(const DeclaredBelief<M>& belief, const Gamma& gamma)
      : words_(belief.words()),
        calculus_(gamma.theory(), gamma.horizon()),
        ahead_(belief.words(), belief.root()),
        facts_(belief.vocabulary()) {}

  // The belief from which a search starts.
  void start(const DeclaredBelief<M>& belief) { ahead_.start_from(belief.root()); }
  // The history is looked at if the theory has words of the past.
  Answer ask(const Known& known, const History& history = {});

 private:
  bool looks(const logic::GroundAction& action) const {
    return words_->symbols.deed(action.word).only_looks;
  }
  bool is_foreseeable(const logic::GroundAction& action) {
    ahead_.begin();
    return ahead_.step(action);
  }

  std::shared_ptr<const DeclaredWords<M>> words_;
  EventCalculus calculus_;
  DeclaredAhead<M> ahead_;
  logic::Facts facts_;
};

template <Symbolic M>
typename RulesByFacts<M>::Answer RulesByFacts<M>::ask(const Known& known, const History& history) {
  ahead_.stand_at(known, history);
  ahead_.state(facts_);
  Answer answer;
  int most = 0;
  for (const MacroAction& macro : calculus_.macro_actions(facts_, ahead_)) {
    ahead_.begin();
    if (!ahead_.possible(macro.action)) continue;
    const Action a = words_->action_of(macro.action);
    answer.said.start.insert(a);
    if (macro.length > most && !looks(macro.action)) {
      most = macro.length;
      answer.longest = a;
    }
  }
  const logic::Columns now = calculus_.conclude(facts_);
  for (const ActionRules& rules : calculus_.rules()) {
    if (any_fires(rules.contd, now) && is_foreseeable(rules.action)) {
      answer.said.go_on.insert(words_->action_of(rules.action));
    }
  }
  return answer;
}

// One object serves one thread. Theories with words of the past are asked with the history, which
// simulations carry along for them alone (kOfPast).
template <Symbolic M, bool kOfPast = false>
class RulesInSearch {
 public:
  using State = typename M::State;
  using Known = typename Declared<M>::Known;
  using Carried = std::conditional_t<kOfPast, Past<M>, Memory<M>>;

  // Whether it asks anything that the memory, observations on the way, or the root's belief tell.
  static constexpr bool kUsesMemory = kAsksMemory<M> || kOfPast;
  static constexpr bool kSees = kAsksMemory<M>;
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
    if constexpr (kRemembered) {
      memo_.resize(static_cast<std::size_t>((*symbols_)->place_count()));
    }
  }

  // Called before each search: the belief has changed.
  void start() {
    ++belief_;
    by_facts_.start(*root_);
  }

  Said at(const State& s, const Carried& memory, const Moment& now) {
    const Known known = symbols_->at(s, memory, now);
    if constexpr (kTabulated) {
      if (table_) return table_->at(known);
    }
    return answer(known, memory).said;
  }
  // Of the macro-actions that start there, the one that would last longest; kNone if none starts.
  // For default policies, so actions that only look do not count.
  Action longest(const State& s, const Carried& memory, const Moment& now) {
    const Known known = symbols_->at(s, memory, now);
    if constexpr (kTabulated) {
      if (table_) {
        if (const std::optional<Action> found = table_->longest(known)) return *found;
      }
    }
    return answer(known, memory).longest;
  }

 private:
  using Answer = typename RulesByFacts<M>::Answer;
  // What is known is not all that a theory of the past asks.
  static constexpr bool kTabulated = Tabulated<M> && !kOfPast;
  static constexpr bool kRemembered = Remembered<M> && !kOfPast;
  static constexpr bool kRecognised = Recognised<M> && !kOfPast;
  struct Remembrance {
    Answer answer;
    std::uint32_t belief = 0;  // by which it was worked out
  };
  // What is asked where histories are told apart by a key: which one, in which search.
  struct Question {
    symbols_detail::Key<M> key{};
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

  Answer answer(const Known& known, const Carried& memory) {
    if constexpr (kRemembered) {
      Remembrance& there = memo_[static_cast<std::size_t>((*symbols_)->place(known))];
      if (there.belief != belief_) there = {by_facts_.ask(known), belief_};
      return there.answer;
    } else if constexpr (kRecognised) {
      return answers_.at({(*symbols_)->key(known), belief_}, [&] { return by_facts_.ask(known); });
    } else if constexpr (kOfPast) {
      return by_facts_.ask(known, memory.history);
    } else {
      return by_facts_.ask(known);
    }
  }

  std::shared_ptr<const DeclaredBelief<M>> root_;  // where searches start
  const Declared<M>* symbols_;                     // of root_
  RulesByFacts<M> by_facts_;
  std::optional<typename TableOf<M>::type> table_;
  std::vector<Remembrance> memo_;
  RecentAnswers<Question, Answer> answers_;
  std::uint32_t belief_ = 0;
};

}  // namespace holdfast
