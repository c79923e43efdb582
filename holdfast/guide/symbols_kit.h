// The conformance kit for symbols: what every declaration (macro/symbols.h) must satisfy, checked
// at beliefs and simulated histories of random episodes. A domain's test calls
// `check_symbols(model, theories)`; a new domain gets all these checks for one line.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "holdfast/guide/rules_in_search.h"
#include "holdfast/logic/print.h"
#include "holdfast/logic/random_theories.h"
#include "holdfast/macro/differential.h"

namespace holdfast {

struct SymbolsKitOptions {
  int episodes = 20;
  int steps = 20;  // at most, per episode
  int particles = 100;
  int histories = 30;  // simulated from a belief
  int horizon = 5;
  int outlooks = 60;  // beliefs at which clingo is asked
  // Random ones, beside those that are given; they have words of the past.
  int theories = 5;
  // Whether the facts of a belief are those of the history that led to it.
  bool exact_root = true;
  // An observation that nobody foresees: what an action is said to bring holds without it.
  Observation surprise = -1;
  // Every observation may tell more than was foreseen: what is foretold is compared with no step.
  bool surprises = false;
  std::uint64_t seed = 1;
};

inline std::string to_text(const logic::Facts& facts) {
  std::string text;
  for (const logic::Atom& atom : facts.atoms()) text += to_string(atom) + ". ";
  return text;
}

template <Symbolic M>
class SymbolsKit {
 public:
  using Known = typename Declared<M>::Known;
  using State = typename M::State;

  SymbolsKit(std::shared_ptr<const M> model, const SymbolsKitOptions& options)
      : shared_(std::move(model)),
        options_(options),
        belief_(shared_, logic::Recall::everything()),
        rng_(options.seed) {}

  void check_all(std::vector<logic::Theory> theories) {
    check_words();
    if constexpr (Tabulated<M>) check_indices();
    // Those are about entities; where no word is, there are only given theories.
    const bool of_entities = std::ranges::any_of(belief_.vocabulary().features(),
                                                 [](const auto& f) { return f.of_entity; });
    for (int i = 0; of_entities && i < options_.theories; ++i) {
      theories.push_back(random_theory(i % 2 == 1));
    }
    std::vector<Asked> asked;
    for (const logic::Theory& theory : theories) {
      asked.emplace_back(shared_, theory, options_.horizon);
      ASSERT_NE(asked.back().gamma->compiled(), nullptr) << to_string(theory);
    }
    for_each_belief([&](const ParticleBelief<M>& belief) {
      check_names();
      if (options_.exact_root) check_root(belief);
      for (Asked& a : asked) a.belief->update(belief);
      for (Asked& a : asked) std::visit([](auto& rules) { rules.start(); }, *a.rules);
      for (int i = 0; i < options_.histories; ++i) {
        const Simulated h = simulate(belief);
        check_past(h);
        check_foresight(h);
        note_hashes(h);
        for (Asked& a : asked) {
          std::visit([&](auto& rules) { check_search(h, *a.belief, *a.gamma, rules); }, *a.rules);
        }
      }
    });
    keys_.check("key(known)");
    findings_.check("findings(memory)");
    for (const logic::Theory& theory : theories) check_engines(theory);
  }

  int suggestions() const { return suggestions_; }
  int foreseen() const { return foreseen_; }

 private:
  // A history: where it stands, and what was done since the episode began.
  struct Simulated {
    State state;
    Past<M> past;
    Moment now;
    std::vector<Action> done;
    Observation seen = 0;  // at last
  };

  // A theory, with a belief that has its words, and as a search asks it.
  struct Asked {
    Asked(const std::shared_ptr<const M>& model, const logic::Theory& theory, int horizon)
        : belief(std::make_shared<DeclaredBelief<M>>(model, logic::Recall::asked_by(theory))),
          gamma(std::make_unique<Gamma>(theory, belief->vocabulary(),
                                        GammaOptions{.horizon = horizon})) {
      if (belief->remembers()) {
        rules.emplace(RulesInSearch<M, true>(belief, *gamma));
      } else {
        rules.emplace(RulesInSearch<M, false>(belief, *gamma));
      }
    }
    std::shared_ptr<DeclaredBelief<M>> belief;
    std::unique_ptr<Gamma> gamma;
    std::optional<std::variant<RulesInSearch<M, false>, RulesInSearch<M, true>>> rules;
  };

  // What tables of answers are asked by: its hashes should tell it apart by their low bits. By
  // chance nine of ten would have one of their own, as many as there are here.
  template <class T>
  class Hashed {
   public:
    void note(const T& t) {
      std::vector<T>& same = by_low_bits_[t.hash() & 0xffff];
      if (std::ranges::count(same, t) > 0) return;
      same.push_back(t);
      ++count_;
    }
    void check(const std::string& name) const {
      EXPECT_GE(2 * by_low_bits_.size(), count_) << name << ".hash() tells too few apart";
    }

   private:
    std::map<std::uint64_t, std::vector<T>> by_low_bits_;
    std::size_t count_ = 0;
  };
  struct NoFindings {};
  template <class T>
  struct FindingsOf {
    using type = NoFindings;
  };
  template <Sited T>
  struct FindingsOf<T> {
    using type = symbols_detail::Findings<T>;
  };

  void note_hashes([[maybe_unused]] const Simulated& h) {
    const auto& s = *belief_.symbols();
    if constexpr (Recognised<M>) keys_.note(s.key(belief_.symbols().at(h.state, h.past, h.now)));
    if constexpr (Sited<M>) findings_.note(s.findings(h.past));
  }

  // Of all words, those of the past included; perhaps with conditions over all entities.
  logic::Theory random_theory(bool of_many) {
    const logic::RandomTheories theories(belief_.vocabulary(), {0, 1, 2, 3, 10, 50});
    return logic::parse_theory(of_many ? theories.draw_of_many(rng_) : theories.draw(rng_));
  }

  // Names are distinct, and sentences have places for what they are about.
  void check_words() const {
    const logic::Vocabulary& words = belief_.vocabulary();
    std::set<std::string> names;
    for (const logic::Feature& f : words.features()) {
      EXPECT_TRUE(names.insert(f.name + " " + f.action).second) << f.name << " stands twice";
      int places = 0;
      for (std::size_t at = 0; (at = f.says.find("{}", at)) != std::string::npos; at += 2) ++places;
      EXPECT_EQ(places, f.arity()) << f.name << ": \"" << f.says << '"';
    }
    for (const logic::ActionWord& a : words.actions()) {
      EXPECT_TRUE(names.insert(a.name + " ").second) << a.name << " stands twice";
    }
  }

  // about_of and index are inverse, and all entities at once are each by itself.
  void check_indices() requires Tabulated<M> {
    const auto& s = *belief_.symbols();
    for (int i = 0; i < s.index_count(); ++i) EXPECT_EQ(s.index(s.about_of(i)), i);
  }

  template <class F>
  void for_each_belief(F&& f) {
    for (int episode = 0; episode < options_.episodes; ++episode) {
      State world = model_.sample_initial(rng_);
      ParticleBelief<M> belief(shared_, options_.particles, rng_);
      done_.clear();
      for (int step = 0; step < options_.steps; ++step) {
        belief_.update(belief);
        beliefs_.push_back(belief_.snapshot());
        f(belief);
        const Action a = model_.legal_actions(world).sample(rng_);
        const Outcome outcome = model_.step(world, a, rng_);
        if (outcome.terminal) break;
        belief.update(a, outcome.observation, rng_);
        done_.push_back(a);
      }
    }
  }

  // Some steps from a belief, as a search takes them, without an end.
  Simulated simulate(const ParticleBelief<M>& belief) {
    Simulated h{belief.sample(rng_), {belief.memory(), belief.history()}, {}, done_, 0};
    const int steps = static_cast<int>(rng_.below(6));
    for (int i = 0; i < steps; ++i) {
      const std::optional<Simulated> next = after(h, model_.legal_actions(h.state).sample(rng_));
      if (!next) break;
      h = *next;
    }
    return h;
  }
  // One step later, if the episode goes on.
  std::optional<Simulated> after(const Simulated& h, Action a) {
    Simulated next = h;
    return later(next, a, model_.step(next.state, a, rng_));
  }
  // The same with the observation that is foreseen, where the model knows it: of measurements every
  // other is a surprise.
  std::optional<Simulated> as_foreseen(const Simulated& h, Action a) {
    Simulated next = h;
    Outcome outcome = model_.step(next.state, a, rng_);
    if constexpr (requires { model_.expected(h.past, a); }) {
      outcome.observation = model_.expected(h.past, a);
    }
    return later(next, a, outcome);
  }
  std::optional<Simulated> later(Simulated& next, Action a, const Outcome& outcome) const {
    if (outcome.terminal) return std::nullopt;
    remember(model_, next.past, next.state, a, outcome.observation);
    next.now = next.now.after(a);
    next.done.push_back(a);
    next.seen = outcome.observation;
    return next;
  }

  static DeclaredAhead<M> standing_at(const Simulated& h, const DeclaredBelief<M>& belief) {
    DeclaredAhead<M> ahead(belief.words(), belief.root());
    ahead.stand_at(belief.symbols().at(h.state, h.past, h.now), h.past.history);
    return ahead;
  }
  static logic::Facts facts(const Simulated& h, const DeclaredBelief<M>& belief) {
    logic::Facts result(belief.vocabulary());
    standing_at(h, belief).state(result);
    return result;
  }

  // Every action has a name that means it.
  void check_names() const {
    for (Action a = 0; a < model_.action_count(); ++a) {
      if (const auto ground = belief_.ground_action(a)) {
        EXPECT_EQ(belief_.action(*ground), a);
      }
    }
    for (const logic::GroundAction& g : belief_.vocabulary().ground_actions()) {
      EXPECT_GE(belief_.action_of(g), 0);
      EXPECT_LT(belief_.action_of(g), model_.action_count());
    }
  }

  void check_root(const ParticleBelief<M>& belief) const {
    const Simulated empty{
        belief.particles().front(), {belief.memory(), belief.history()}, {}, done_, 0};
    const logic::Facts found = facts(empty, belief_);
    EXPECT_TRUE(belief_.facts() == found)
        << to_text(belief_.facts()) << "\nis not " << to_text(found);
    check_past(empty);
  }

  // What facts say of the past is what was done, by the list of actions.
  void check_past(const Simulated& h) const {
    const logic::Facts found = facts(h, belief_);
    std::set<std::string> expected;
    std::set<std::string> stated;
    for (const logic::Atom& atom : found.atoms()) {
      if (logic::is_memory_word(atom.predicate)) stated.insert(to_string(atom));
    }
    for (const logic::Feature& word : belief_.vocabulary().features()) {
      if (logic::is_memory_word(word)) add_past(word, h.done, expected);
    }
    EXPECT_EQ(stated, expected);
  }
  // The facts of a word of the past, in the simplest way.
  void add_past(const logic::Feature& word, const std::vector<Action>& done,
                std::set<std::string>& facts) const {
    const auto capped = [](auto n) { return std::min(static_cast<int>(n), History::kMost); };
    const auto run =
        std::find_if(done.rbegin(), done.rend(), [&](Action a) { return a != done.back(); }) -
        done.rbegin();
    if (word.name == "run") {
      facts.insert("run(" + std::to_string(capped(run)) + ")");
      return;
    }
    const int w = belief_.vocabulary().action(word.action);
    for (int e = 0; e < (word.of_entity ? belief_.vocabulary().entity_count() : 1); ++e) {
      const logic::GroundAction ground{w, e};
      const Action a = belief_.action_of(ground);
      const std::string name =
          word.of_entity ? to_string(belief_.vocabulary().atom(ground)) : word.action;
      const auto count = std::ranges::count(done, a);
      const auto ago = 1 + (std::find(done.rbegin(), done.rend(), a) - done.rbegin());
      if (word.name == "last" && !done.empty() && done.back() == a) {
        facts.insert("last(" + name + ")");
      } else if (word.name == "done") {
        facts.insert("done(" + name + "," + std::to_string(capped(count)) + ")");
      } else if (word.name == "ago" && count > 0) {
        facts.insert("ago(" + name + "," + std::to_string(capped(ago)) + ")");
      }
    }
  }

  // What an action is said to bring is what a step brings, where it is certain.
  void check_foresight(const Simulated& h) {
    model_.legal_actions(h.state).for_each([&](Action a) {
      const std::optional<logic::GroundAction> ground = ground_action(a);
      logic::Facts foretold(belief_.vocabulary());
      DeclaredAhead<M> ahead = standing_at(h, belief_);
      if (!ground || !ahead.step(*ground, foretold) || !is_certain(a)) return;
      ++foreseen_;
      const std::optional<Simulated> next = as_foreseen(h, a);
      if (!next || options_.surprises || next->seen == options_.surprise) return;
      const logic::Facts found = facts(*next, belief_);
      EXPECT_TRUE(foretold == found)
          << "after action " << a << " at " << to_text(facts(h, belief_)) << "\nforetold "
          << to_text(foretold) << "\nfound    " << to_text(found);
    });
  }
  // Some declarations say what is likely where it is not certain.
  bool is_certain([[maybe_unused]] Action a) const {
    if constexpr (requires { belief_.symbols()->is_certain(a); }) {
      return belief_.symbols()->is_certain(a);
    } else {
      return true;
    }
  }
  std::optional<logic::GroundAction> ground_action(Action a) const {
    return belief_.words()->ground_action(a, [](const auto&) { return true; });
  }

  // A search is told what Γ and the rules say at the facts of the history.
  template <bool kOfPast>
  void check_search(const Simulated& h, const DeclaredBelief<M>& belief, Gamma& gamma,
                    RulesInSearch<M, kOfPast>& search) {
    const logic::Facts here = facts(h, belief);
    DeclaredAhead<M> ahead = standing_at(h, belief);
    const DeclaredAhead<M> now = ahead;
    SaidFor<M> expected;
    int longest = 0;
    std::vector<std::pair<Action, int>> lengths;
    for (const MacroAction& m : gamma.macro_actions(here, ahead)) {
      if (!now.possible(m.action)) continue;
      const Action a = belief.action_of(m.action);
      expected.start.insert(a);
      if (looks(m.action)) continue;
      lengths.emplace_back(a, m.length);
      longest = std::max(longest, m.length);
    }
    for (const logic::Derivation& d : gamma.theory().derive(here)) {
      logic::Facts later(belief.vocabulary());
      ahead.begin();
      if (d.rule->role() == logic::Role::contd && ahead.step(d.action, later)) {
        expected.go_on.insert(belief.action_of(d.action));
      }
    }
    const auto place = [&] { return to_string(gamma.theory().theory()) + "at " + to_text(here); };
    if constexpr (Joining<M>) {
      join(expected.start, belief.symbols()->joints());
      join(expected.go_on, belief.symbols()->joints());
    }
    const SaidFor<M> said = search.at(h.state, h.past, h.now);
    EXPECT_TRUE(said.start == expected.start) << place();
    EXPECT_TRUE(said.go_on == expected.go_on) << place();
    const Action followed = search.longest(h.state, h.past, h.now);
    EXPECT_EQ(followed == Moment::kNone, lengths.empty()) << place();
    EXPECT_TRUE(lengths.empty() || std::ranges::count(lengths, std::pair(followed, longest)) > 0)
        << place();
    suggestions_ += said.start.size() + said.go_on.size();
  }
  bool looks(const logic::GroundAction& action) const {
    return belief_.symbols().deed(action.word).only_looks;
  }

  // The compiled engine and clingo, at some of the beliefs that were met.
  void check_engines(const logic::Theory& theory) const {
    std::vector<std::unique_ptr<Ahead>> aheads;
    std::vector<Outlook> outlooks;
    const std::size_t stride = 1 + beliefs_.size() / static_cast<std::size_t>(options_.outlooks);
    for (std::size_t i = 0; i < beliefs_.size(); i += stride) {
      aheads.push_back(beliefs_[i]->ahead());
      outlooks.push_back({&beliefs_[i]->facts(), aheads.back().get()});
    }
    expect_same_macro_actions(theory, belief_.vocabulary(), outlooks, options_.horizon);
  }

  std::shared_ptr<const M> shared_;
  const M& model_ = *shared_;
  SymbolsKitOptions options_;
  DeclaredBelief<M> belief_;
  Rng rng_;
  std::vector<Action> done_;  // in the episode
  std::vector<std::shared_ptr<const SymbolicBelief>> beliefs_;
  Hashed<symbols_detail::Key<M>> keys_;
  Hashed<typename FindingsOf<M>::type> findings_;
  int suggestions_ = 0;
  int foreseen_ = 0;
};

// Theories must be of the compiled fragment. Expects that they suggested something, and that
// something was foreseen, else nothing was checked.
template <Symbolic M>
void check_symbols(M model, const std::vector<logic::Theory>& theories,
                   const SymbolsKitOptions& options = {}) {
  SymbolsKit<M> kit(std::make_shared<const M>(std::move(model)), options);
  kit.check_all(theories);
  EXPECT_GT(kit.suggestions(), 0);
  EXPECT_GT(kit.foreseen(), 0);
}

}  // namespace holdfast
