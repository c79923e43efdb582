// The belief that follows from a domain's declaration (symbols.h), without another word of the
// domain.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "holdfast/macro/memory_facts.h"
#include "holdfast/macro/symbolic_belief.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {

// A declaration and its words, shared by all beliefs of a domain.
template <Symbolic M>
struct DeclaredWords {
  explicit DeclaredWords(const std::shared_ptr<const M>& model, const logic::Recall& recall = {})
      : symbols(model),
        vocabulary(symbols.vocabulary(recall)),
        past(vocabulary, [this](const logic::GroundAction& g) { return action_of(g); }) {
    check_names(vocabulary);
  }

  Action action_of(const logic::GroundAction& g) const { return symbols->action(g.word, g.entity); }
  // Of the ground actions for an action, the first that is possible.
  template <class Possible>
  std::optional<logic::GroundAction> ground_action(Action action, Possible&& possible) const {
    for (const logic::GroundAction& g : vocabulary.ground_actions()) {
      if (action_of(g) == action && possible(g)) return g;
    }
    return std::nullopt;
  }

  Declared<M> symbols;
  logic::Vocabulary vocabulary;
  MemoryFacts past;
};

// Walks ahead from a history: what is known about each entity and on the whole, or all that is
// known, and what has been done, step by step.
template <Symbolic M>
class DeclaredAhead final : public Ahead {
 public:
  using Symbols = Declared<M>;
  using Root = typename Symbols::Root;
  using Known = typename Symbols::Known;
  using About = typename Symbols::About;
  using Whole = typename Symbols::Whole;
  // What changes from step to step.
  static constexpr bool kByEntity = symbols_detail::AboutAfter<M>;
  struct ByEntity {
    std::vector<About> abouts;
    [[no_unique_address]] Whole whole{};
  };
  using Now = std::conditional_t<kByEntity, ByEntity, Known>;

  DeclaredAhead(std::shared_ptr<const DeclaredWords<M>> words, std::shared_ptr<const Root> root)
      : words_(std::move(words)), root_(std::move(root)) {}

  // Histories are those of another search from now on.
  void start_from(std::shared_ptr<const Root> root) { root_ = std::move(root); }

  // The history is looked at if the vocabulary has words of the past.
  void stand_at(const Known& known, const History& history = {}) {
    if constexpr (kByEntity) {
      now_.abouts.clear();
      for (int e = 0; e < entity_count(); ++e) {
        now_.abouts.push_back(words_->symbols.about(*root_, known, e));
      }
      now_.whole = words_->symbols.whole(*root_, known);
    } else {
      now_ = known;
    }
    if (remembers()) done_ = history;
    begin();
  }

  void begin() override {
    later_ = now_;
    if (remembers()) later_done_ = done_;
  }

  bool step(const logic::GroundAction& action, logic::Facts& facts) override {
    if (!step(action)) return false;
    state(facts);
    return true;
  }
  // The same without the facts.
  bool step(const logic::GroundAction& action) {
    const Action a = words_->action_of(action);
    if (remembers()) later_done_.add(a);
    if constexpr (kByEntity) {
      for (About& about : later_.abouts) {
        if (!words_->symbols->after(about, a)) return false;
      }
      if constexpr (symbols_detail::HasWhole<M>) return words_->symbols->after(later_.whole, a);
      return true;
    } else {
      return words_->symbols->after(later_, a);
    }
  }

  // The facts where it stands.
  void state(logic::Facts& facts) const {
    for (int e = 0; e < entity_count(); ++e) words_->symbols.state(facts, e, about(e));
    if constexpr (symbols_detail::HasWhole<M>) words_->symbols.state_whole(facts, whole());
    words_->past.state(later_done_, facts);
  }
  // What is known about an entity, and on the whole, where it stands.
  About about(int entity) const {
    if constexpr (kByEntity) {
      return later_.abouts[static_cast<std::size_t>(entity)];
    } else {
      return words_->symbols.about(*root_, later_, entity);
    }
  }
  Whole whole() const {
    if constexpr (kByEntity) {
      return later_.whole;
    } else {
      return words_->symbols.whole(*root_, later_);
    }
  }

  bool possible(const logic::GroundAction& g) const {
    const Symbols& symbols = words_->symbols;
    return symbols.always_possible(g.word) || symbols.possible(g.word, about(g.entity));
  }

 private:
  int entity_count() const { return words_->vocabulary.entity_count(); }
  bool remembers() const { return !words_->past.empty(); }

  std::shared_ptr<const DeclaredWords<M>> words_;
  std::shared_ptr<const Root> root_;
  Now now_{};
  Now later_{};
  History done_;
  History later_done_;
};

// Facts that somebody wrote down, as a belief. Where the declaration reads About (and the Whole, if
// there is one) back from the values of its words,
//   About said(std::span<const int> values) const
//   Whole whole_said(std::span<const int> values) const
// rules look ahead from them, as far as the facts are complete. What they do not say was done was
// not done.
template <Symbolic M>
class GivenFacts final : public SymbolicBelief {
 public:
  using About = typename Declared<M>::About;
  using Whole = typename Declared<M>::Whole;

  GivenFacts(std::shared_ptr<const DeclaredWords<M>> words, const logic::Facts& facts)
      : words_(std::move(words)), facts_(facts) {
    for (int e = 0; e < vocabulary().entity_count(); ++e) now_.abouts.push_back(read(e));
    now_.whole = read_whole();
    now_.history = words_->past.read(facts);
    words_->past.state(now_.history, facts_);
  }

  std::string_view domain() const override { return Symbols<M>::domain; }
  const logic::Vocabulary& vocabulary() const override { return words_->vocabulary; }
  const logic::Facts& facts() const override { return facts_; }
  std::unique_ptr<Ahead> ahead() const override {
    if constexpr (kReads) {
      return std::make_unique<Walk>(words_, now_);
    } else {
      return std::make_unique<NothingAhead>();
    }
  }
  Action action_of(const logic::GroundAction& g) const override { return words_->action_of(g); }
  bool possible(const logic::GroundAction& g) const override {
    const auto& about = now_.abouts[static_cast<std::size_t>(g.entity)];
    const Declared<M>& symbols = words_->symbols;
    return symbols.always_possible(g.word) || !about || symbols.possible(g.word, *about);
  }
  std::optional<logic::GroundAction> ground_action(Action action) const override {
    return words_->ground_action(action, [&](const auto& g) { return possible(g); });
  }
  std::shared_ptr<const SymbolicBelief> snapshot() const override {
    return std::make_shared<GivenFacts>(*this);
  }
  std::shared_ptr<const SymbolicBelief> with(const logic::Facts& facts) const override {
    return std::make_shared<GivenFacts>(words_, facts);
  }

 private:
  // What the facts say, as far as it can be read back.
  struct Now {
    std::vector<std::optional<About>> abouts;
    std::optional<Whole> whole;
    History history;
  };
  static constexpr bool kReadsWhole =
      symbols_detail::HasWhole<M> && requires(const Symbols<M>& s, std::span<const int> values) {
    s.whole_said(values);
  };
  static constexpr bool kReads =
      symbols_detail::AboutAfter<M> && requires(const Symbols<M>& s, std::span<const int> values) {
    s.said(values);
  };

  class Walk final : public Ahead {
   public:
    Walk(std::shared_ptr<const DeclaredWords<M>> words, const Now& now)
        : words_(std::move(words)), now_(now), later_(now) {}
    void begin() override { later_ = now_; }
    bool step(const logic::GroundAction& action, logic::Facts& facts) override {
      const Action a = words_->action_of(action);
      About any{};
      if (!words_->symbols->after(any, a)) return false;
      facts.clear();
      for (std::size_t e = 0; e < later_.abouts.size(); ++e) {
        if (!later_.abouts[e]) continue;
        if (!words_->symbols->after(*later_.abouts[e], a)) return false;
        words_->symbols.state(facts, static_cast<int>(e), *later_.abouts[e]);
      }
      later_.history.add(a);
      words_->past.state(later_.history, facts);
      return step_whole(a, facts);
    }

   private:
    bool step_whole(Action a, logic::Facts& facts) {
      if constexpr (symbols_detail::HasWhole<M>) {
        if (!later_.whole || !words_->symbols->after(*later_.whole, a)) return false;
        words_->symbols.state_whole(facts, *later_.whole);
      }
      return true;
    }

    std::shared_ptr<const DeclaredWords<M>> words_;
    Now now_;
    Now later_;
  };

  // The values of columns first, ..., as far as all are there.
  std::optional<std::vector<int>> values(int first, int count, int entity) const {
    std::vector<int> result;
    for (int c = first; c < first + count; ++c) {
      if (!facts_.has(c, entity)) return std::nullopt;
      result.push_back(facts_.value(c, entity));
    }
    return result;
  }
  std::optional<About> read(int entity) const {
    if constexpr (kReads) {
      const auto found = values(0, words_->symbols.entity_columns(), entity);
      if (found) return words_->symbols->said(*found);
    }
    return std::nullopt;
  }
  std::optional<Whole> read_whole() const {
    if constexpr (kReadsWhole) {
      const Declared<M>& symbols = words_->symbols;
      const auto found = values(symbols.entity_columns(), symbols.whole_columns(), 0);
      if (found) return words_->symbols->whole_said(*found);
    }
    return std::nullopt;
  }

  std::shared_ptr<const DeclaredWords<M>> words_;
  logic::Facts facts_;
  Now now_;
};

template <Symbolic M>
class DeclaredBelief final : public SymbolicBelief {
 public:
  using Symbols = Declared<M>;
  using Known = typename Symbols::Known;
  using Root = typename Symbols::Root;

  // Of no belief yet; its facts tell of the past what `recall` asks for.
  explicit DeclaredBelief(const std::shared_ptr<const M>& model, const logic::Recall& recall = {})
      : words_(std::make_shared<const DeclaredWords<M>>(model, recall)),
        facts_(words_->vocabulary) {}

  // Throws InputError if a word leaves its range.
  void update(const ParticleBelief<M>& belief) {
    root_ = std::make_shared<const Root>(symbols().root(belief));
    if constexpr (requires { symbols()->known(*root_); }) {
      known_ = symbols()->known(*root_);
    } else {
      // What is known is the same in all particles.
      known_ = symbols().at(belief.particles().front(), belief.memory(), Moment{});
    }
    history_ = belief.history();
    const DeclaredAhead<M> here = walker();
    for (int e = 0; e < vocabulary().entity_count(); ++e) {
      symbols().check_ranges(vocabulary(), e, here.about(e));
    }
    symbols().check_whole_ranges(vocabulary(), here.whole());
    here.state(facts_);
  }

  const std::shared_ptr<const DeclaredWords<M>>& words() const { return words_; }
  const Symbols& symbols() const { return words_->symbols; }
  // Of the last update.
  const std::shared_ptr<const Root>& root() const { return root_; }
  const Known& known() const { return known_; }
  // Whether its facts tell of the past.
  bool remembers() const { return !words_->past.empty(); }

  std::string_view domain() const override { return holdfast::Symbols<M>::domain; }
  const logic::Vocabulary& vocabulary() const override { return words_->vocabulary; }
  const logic::Facts& facts() const override { return facts_; }
  std::unique_ptr<Ahead> ahead() const override {
    return std::make_unique<DeclaredAhead<M>>(walker());
  }
  Action action_of(const logic::GroundAction& g) const override { return words_->action_of(g); }
  bool possible(const logic::GroundAction& g) const override { return walker().possible(g); }
  std::optional<logic::GroundAction> ground_action(Action action) const override {
    const DeclaredAhead<M> here = walker();
    return words_->ground_action(action, [&](const auto& g) { return here.possible(g); });
  }
  std::shared_ptr<const SymbolicBelief> snapshot() const override {
    return std::make_shared<DeclaredBelief>(*this);
  }
  std::shared_ptr<const SymbolicBelief> with(const logic::Facts& facts) const override {
    return std::make_shared<GivenFacts<M>>(words_, facts);
  }

 private:
  DeclaredAhead<M> walker() const {
    DeclaredAhead<M> result(words_, root_);
    result.stand_at(known_, history_);
    return result;
  }

  std::shared_ptr<const DeclaredWords<M>> words_;
  std::shared_ptr<const Root> root_ = std::make_shared<const Root>();
  Known known_{};
  History history_;
  logic::Facts facts_;
};

}  // namespace holdfast
