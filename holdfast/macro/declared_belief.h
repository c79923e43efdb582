// The belief that follows from a domain's declaration (symbols.h), without another word of the
// domain.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "holdfast/macro/symbolic_belief.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {

// A declaration and its words, shared by all beliefs of a domain.
template <Symbolic M>
struct DeclaredWords {
  explicit DeclaredWords(const M& model) : symbols(model), vocabulary(symbols.vocabulary()) {}

  // Of a ground action: its deed and its entity (0 for a deed of none).
  std::pair<int, int> deed_of(int ground_action) const {
    const int deed = vocabulary.action_of(ground_action);
    return {deed, ground_action - vocabulary.first_ground_action(deed)};
  }
  Action action_of(int ground_action) const {
    const auto [deed, entity] = deed_of(ground_action);
    return symbols->action(deed, entity);
  }
  // Of the ground actions for an action, the first that is possible.
  template <class Possible>
  std::optional<int> ground_action(Action action, Possible&& possible) const {
    for (int g = 0; g < static_cast<int>(vocabulary.ground_actions().size()); ++g) {
      if (action_of(g) == action && possible(g)) return g;
    }
    return std::nullopt;
  }

  Declared<M> symbols;
  logic::Vocabulary vocabulary;
};

// Walks ahead from a history: what is known about each entity, or all that is known, step by step.
template <Symbolic M>
class DeclaredAhead final : public Ahead {
 public:
  using Symbols = Declared<M>;
  using Root = typename Symbols::Root;
  using Known = typename Symbols::Known;
  using About = typename Symbols::About;
  // What changes from step to step.
  static constexpr bool kByEntity = symbols_detail::AboutAfter<M>;
  using Now = std::conditional_t<kByEntity, std::vector<About>, Known>;

  // Words and root must outlive this.
  DeclaredAhead(const DeclaredWords<M>& words, const Root& root) : words_(&words), root_(&root) {}

  void stand_at(const Known& known) {
    if constexpr (kByEntity) {
      now_.clear();
      for (int e = 0; e < entity_count(); ++e) {
        now_.push_back(words_->symbols.about(*root_, known, e));
      }
    } else {
      now_ = known;
    }
    begin();
  }

  void begin() override { later_ = now_; }

  bool step(int ground_action, logic::Facts& facts) override {
    if (!step(ground_action)) return false;
    state(facts);
    return true;
  }
  // The same without the facts.
  bool step(int ground_action) {
    const Action a = words_->action_of(ground_action);
    if constexpr (kByEntity) {
      for (About& about : later_) {
        if (!words_->symbols->after(about, a)) return false;
      }
      return true;
    } else {
      return words_->symbols->after(later_, a);
    }
  }

  // The facts where it stands.
  void state(logic::Facts& facts) const {
    for (int e = 0; e < entity_count(); ++e) Symbols::state(facts, e, about(e));
  }
  // What is known about an entity where it stands.
  About about(int entity) const {
    if constexpr (kByEntity) {
      return later_[static_cast<std::size_t>(entity)];
    } else {
      return words_->symbols.about(*root_, later_, entity);
    }
  }

  bool possible(int ground_action) const {
    const auto [deed, entity] = words_->deed_of(ground_action);
    return Symbols::always_possible(deed) || Symbols::possible(deed, about(entity));
  }

 private:
  int entity_count() const { return words_->vocabulary.entity_count(); }

  const DeclaredWords<M>* words_;
  const Root* root_;
  Now now_{};
  Now later_{};
};

// Facts that somebody wrote down, as a belief. Where the declaration reads About back from the
// values of its words,
//   About said(std::span<const int> values) const
// rules look ahead from them, as far as the facts about an entity are complete.
template <Symbolic M>
class GivenFacts final : public SymbolicBelief {
 public:
  using About = typename Declared<M>::About;

  GivenFacts(std::shared_ptr<const DeclaredWords<M>> words, const logic::Facts& facts)
      : words_(std::move(words)), facts_(facts) {
    for (int e = 0; e < vocabulary().entity_count(); ++e) abouts_.push_back(read(e));
  }

  std::string_view domain() const override { return Symbols<M>::domain; }
  const logic::Vocabulary& vocabulary() const override { return words_->vocabulary; }
  const logic::Facts& facts() const override { return facts_; }
  std::unique_ptr<Ahead> ahead() const override {
    if constexpr (kReads) {
      return std::make_unique<Walk>(*this);
    } else {
      return std::make_unique<NothingAhead>();
    }
  }
  Action action_of(int ground_action) const override { return words_->action_of(ground_action); }
  bool possible(int ground_action) const override {
    const auto [deed, entity] = words_->deed_of(ground_action);
    const auto& about = abouts_[static_cast<std::size_t>(entity)];
    return Declared<M>::always_possible(deed) || !about || Declared<M>::possible(deed, *about);
  }
  std::optional<int> ground_action(Action action) const override {
    return words_->ground_action(action, [&](int g) { return possible(g); });
  }
  std::shared_ptr<const SymbolicBelief> snapshot() const override {
    return std::make_shared<GivenFacts>(*this);
  }
  std::shared_ptr<const SymbolicBelief> with(const logic::Facts& facts) const override {
    return std::make_shared<GivenFacts>(words_, facts);
  }

 private:
  using Abouts = std::vector<std::optional<About>>;
  static constexpr bool kReads =
      symbols_detail::AboutAfter<M> && requires(const Symbols<M>& s, std::span<const int> values) {
    s.said(values);
  };

  class Walk final : public Ahead {
   public:
    explicit Walk(const GivenFacts& from) : from_(from), later_(from.abouts_) {}
    void begin() override { later_ = from_.abouts_; }
    bool step(int ground_action, logic::Facts& facts) override {
      const Action a = from_.action_of(ground_action);
      About any{};
      if (!from_.words_->symbols->after(any, a)) return false;
      facts.clear();
      for (std::size_t e = 0; e < later_.size(); ++e) {
        if (!later_[e]) continue;
        if (!from_.words_->symbols->after(*later_[e], a)) return false;
        Declared<M>::state(facts, static_cast<int>(e), *later_[e]);
      }
      return true;
    }

   private:
    const GivenFacts& from_;
    Abouts later_;
  };

  std::optional<About> read(int entity) const {
    if constexpr (kReads) {
      std::vector<int> values;
      for (int c = 0; c < vocabulary().column_count(); ++c) {
        if (!facts_.has(c, entity)) return std::nullopt;
        values.push_back(facts_.value(c, entity));
      }
      return words_->symbols->said(values);
    }
    return std::nullopt;
  }

  std::shared_ptr<const DeclaredWords<M>> words_;
  logic::Facts facts_;
  Abouts abouts_;
};

template <Symbolic M>
class DeclaredBelief final : public SymbolicBelief {
 public:
  using Symbols = Declared<M>;
  using Known = typename Symbols::Known;

  // Of no belief yet. The model must outlive this.
  explicit DeclaredBelief(const M& model)
      : words_(std::make_shared<const DeclaredWords<M>>(model)), facts_(words_->vocabulary) {}

  // Throws InputError if a word leaves its range.
  void update(const ParticleBelief<M>& belief) {
    root_ = symbols().root(belief);
    if constexpr (requires { symbols()->known(root_); }) {
      known_ = symbols()->known(root_);
    } else {
      // What is known is the same in all particles.
      known_ = symbols().at(belief.particles().front(), belief.memory(), Moment{});
    }
    const DeclaredAhead<M> here = walker();
    for (int e = 0; e < vocabulary().entity_count(); ++e) {
      Symbols::check_ranges(vocabulary(), e, here.about(e));
    }
    here.state(facts_);
  }

  const DeclaredWords<M>& words() const { return *words_; }
  const Symbols& symbols() const { return words_->symbols; }
  const typename Symbols::Root& root() const { return root_; }
  const Known& known() const { return known_; }

  std::string_view domain() const override { return holdfast::Symbols<M>::domain; }
  const logic::Vocabulary& vocabulary() const override { return words_->vocabulary; }
  const logic::Facts& facts() const override { return facts_; }
  std::unique_ptr<Ahead> ahead() const override {
    return std::make_unique<DeclaredAhead<M>>(walker());
  }
  Action action_of(int ground_action) const override { return words_->action_of(ground_action); }
  bool possible(int ground_action) const override { return walker().possible(ground_action); }
  std::optional<int> ground_action(Action action) const override {
    const DeclaredAhead<M> here = walker();
    return words_->ground_action(action, [&](int g) { return here.possible(g); });
  }
  std::shared_ptr<const SymbolicBelief> snapshot() const override {
    return std::make_shared<DeclaredBelief>(*this);
  }
  std::shared_ptr<const SymbolicBelief> with(const logic::Facts& facts) const override {
    return std::make_shared<GivenFacts<M>>(words_, facts);
  }

 private:
  DeclaredAhead<M> walker() const {
    DeclaredAhead<M> result(*words_, root_);
    result.stand_at(known_);
    return result;
  }

  std::shared_ptr<const DeclaredWords<M>> words_;
  typename Symbols::Root root_{};
  Known known_{};
  logic::Facts facts_;
};

}  // namespace holdfast
