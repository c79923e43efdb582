// The conformance kit for symbols: what every declaration (macro/symbols.h) must satisfy, checked
// at beliefs and simulated histories of random episodes. A domain's test calls
// `check_symbols(model, theories)`; a new domain gets all these checks for one line.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/guide/rules_in_search.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/differential.h"

namespace holdfast {

struct SymbolsKitOptions {
  int episodes = 20;
  int steps = 20;  // at most, per episode
  int particles = 100;
  int histories = 30;  // simulated from a belief
  int horizon = 5;
  int outlooks = 60;  // beliefs at which clingo is asked
  // Whether the facts of a belief are those of the history that led to it.
  bool exact_root = true;
  // An observation that nobody foresees: what an action is said to bring holds without it.
  Observation surprise = -1;
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

  SymbolsKit(const M& model, const SymbolsKitOptions& options)
      : model_(model), options_(options), belief_(model), rng_(options.seed) {}

  void check_all(const std::vector<logic::Theory>& theories) {
    check_words();
    if constexpr (Tabulated<M>) check_indices();
    std::vector<RulesInSearch<M>> searches;
    std::vector<std::unique_ptr<Gamma>> gammas;
    for (const logic::Theory& theory : theories) {
      gammas.push_back(std::make_unique<Gamma>(theory, belief_.vocabulary(),
                                               GammaOptions{.horizon = options_.horizon}));
      ASSERT_NE(gammas.back()->compiled(), nullptr) << to_string(theory);
      searches.emplace_back(belief_, *gammas.back());
    }
    for_each_belief([&](const ParticleBelief<M>& belief) {
      check_names();
      if (options_.exact_root) check_root(belief);
      for (auto& search : searches) search.start();
      for (int i = 0; i < options_.histories; ++i) {
        const History h = simulate(belief);
        check_foresight(h);
        for (std::size_t t = 0; t < theories.size(); ++t) check_search(h, *gammas[t], searches[t]);
      }
    });
    for (const logic::Theory& theory : theories) check_engines(theory);
  }

  int suggestions() const { return suggestions_; }
  int foreseen() const { return foreseen_; }

 private:
  struct History {
    State state;
    Memory<M> memory;
    Moment now;
  };

  // Names are distinct, and sentences have places for what they are about.
  void check_words() const {
    const logic::Vocabulary& words = belief_.vocabulary();
    std::set<std::string> names;
    for (const logic::Feature& f : words.features()) {
      EXPECT_TRUE(names.insert(f.name).second) << f.name << " stands twice";
      int places = 0;
      for (std::size_t at = 0; (at = f.says.find("{}", at)) != std::string::npos; at += 2) ++places;
      EXPECT_EQ(places, f.arity()) << f.name << ": \"" << f.says << '"';
    }
    for (const logic::ActionWord& a : words.actions()) {
      EXPECT_TRUE(names.insert(a.name).second) << a.name << " stands twice";
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
      ParticleBelief<M> belief(model_, options_.particles, rng_);
      for (int step = 0; step < options_.steps; ++step) {
        belief_.update(belief);
        beliefs_.push_back(belief_.snapshot());
        f(belief);
        const Action a = model_.legal_actions(world).sample(rng_);
        const Outcome outcome = model_.step(world, a, rng_);
        if (outcome.terminal) break;
        belief.update(a, outcome.observation, rng_);
      }
    }
  }

  // Some steps from a belief, as a search takes them, without an end.
  History simulate(const ParticleBelief<M>& belief) {
    History h{belief.sample(rng_), belief.memory(), {}};
    const int steps = static_cast<int>(rng_.below(6));
    for (int i = 0; i < steps; ++i) {
      History next = h;
      const Action a = model_.legal_actions(h.state).sample(rng_);
      const Outcome outcome = model_.step(next.state, a, rng_);
      if (outcome.terminal) break;
      remember(model_, next.memory, next.state, a, outcome.observation);
      next.now = h.now.after(a);
      h = next;
    }
    return h;
  }

  Known known(const History& h) const { return belief_.symbols().at(h.state, h.memory, h.now); }
  DeclaredAhead<M> standing_at(const History& h) const {
    DeclaredAhead<M> ahead(belief_.words(), belief_.root());
    ahead.stand_at(known(h));
    return ahead;
  }
  logic::Facts facts(const History& h) const {
    logic::Facts result(belief_.vocabulary());
    standing_at(h).state(result);
    return result;
  }

  // Every action has a name that means it.
  void check_names() const {
    for (Action a = 0; a < model_.action_count(); ++a) {
      if (const std::optional<int> ground = belief_.ground_action(a)) {
        EXPECT_EQ(belief_.action(*ground), a);
      }
    }
    for (int g = 0; g < static_cast<int>(belief_.vocabulary().ground_actions().size()); ++g) {
      EXPECT_GE(belief_.action_of(g), 0);
      EXPECT_LT(belief_.action_of(g), model_.action_count());
    }
  }

  void check_root(const ParticleBelief<M>& belief) const {
    const History empty{belief.particles().front(), belief.memory(), {}};
    EXPECT_TRUE(belief_.facts() == facts(empty))
        << to_text(belief_.facts()) << "\nis not " << to_text(facts(empty));
  }

  // What an action is said to bring is what a step brings, where it is certain.
  void check_foresight(const History& h) {
    model_.legal_actions(h.state).for_each([&](Action a) {
      const std::optional<int> ground = ground_action(a);
      logic::Facts foretold(belief_.vocabulary());
      DeclaredAhead<M> ahead = standing_at(h);
      if (!ground || !ahead.step(*ground, foretold)) return;
      History next = h;
      const Outcome outcome = model_.step(next.state, a, rng_);
      if (outcome.terminal || outcome.observation == options_.surprise) return;
      remember(model_, next.memory, next.state, a, outcome.observation);
      next.now = h.now.after(a);
      const logic::Facts found = facts(next);
      EXPECT_TRUE(foretold == found)
          << "after action " << a << " at " << to_text(facts(h)) << "\nforetold "
          << to_text(foretold) << "\nfound    " << to_text(found);
      ++foreseen_;
    });
  }
  std::optional<int> ground_action(Action a) const {
    return belief_.words().ground_action(a, [](int) { return true; });
  }

  // A search is told what Γ and the rules say at the facts of the history.
  void check_search(const History& h, Gamma& gamma, RulesInSearch<M>& search) {
    const logic::Facts here = facts(h);
    DeclaredAhead<M> ahead = standing_at(h);
    const DeclaredAhead<M> now = ahead;
    Said expected;
    ActionSet acts;
    int longest = 0;
    std::vector<std::pair<Action, int>> lengths;
    for (const MacroAction& m : gamma.macro_actions(here, ahead)) {
      if (!now.possible(m.action)) continue;
      const Action a = belief_.action_of(m.action);
      expected.start.insert(a);
      if (looks(m.action)) continue;
      acts.insert(a);
      lengths.emplace_back(a, m.length);
      longest = std::max(longest, m.length);
    }
    for (const logic::Derivation& d : gamma.theory().derive(here)) {
      logic::Facts later(belief_.vocabulary());
      ahead.begin();
      if (d.rule->role() == logic::Role::contd && ahead.step(d.action, later)) {
        expected.go_on.insert(belief_.action_of(d.action));
      }
    }
    const auto place = [&] { return to_string(gamma.theory().theory()) + "at " + to_text(here); };
    const Said said = search.at(h.state, h.memory, h.now);
    EXPECT_EQ(said.start.bits(), expected.start.bits()) << place();
    EXPECT_EQ(said.go_on.bits(), expected.go_on.bits()) << place();
    EXPECT_EQ(search.acts(h.state, h.memory, h.now).start.bits(), acts.bits()) << place();
    const Action followed = search.longest(h.state, h.memory, h.now);
    EXPECT_EQ(followed == Moment::kNone, lengths.empty()) << place();
    EXPECT_TRUE(lengths.empty() || std::ranges::count(lengths, std::pair(followed, longest)) > 0)
        << place();
    suggestions_ += said.start.size() + said.go_on.size();
  }
  bool looks(int ground_action) const {
    const int deed = belief_.words().deed_of(ground_action).first;
    return Declared<M>::deeds[static_cast<std::size_t>(deed)].only_looks;
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

  const M& model_;
  SymbolsKitOptions options_;
  DeclaredBelief<M> belief_;
  Rng rng_;
  std::vector<std::shared_ptr<const SymbolicBelief>> beliefs_;
  int suggestions_ = 0;
  int foreseen_ = 0;
};

// Theories must be of the compiled fragment. Expects that they suggested something, and that
// something was foreseen, else nothing was checked.
template <Symbolic M>
void check_symbols(const M& model, const std::vector<logic::Theory>& theories,
                   const SymbolsKitOptions& options = {}) {
  SymbolsKit<M> kit(model, options);
  kit.check_all(theories);
  EXPECT_GT(kit.suggestions(), 0);
  EXPECT_GT(kit.foreseen(), 0);
}

}  // namespace holdfast
