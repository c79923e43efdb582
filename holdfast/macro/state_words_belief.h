// The belief that follows from words over numbered states (state_words.h): M::State has a `number`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/macro/facts_alone.h"
#include "holdfast/macro/spoken_belief.h"
#include "holdfast/macro/state_words.h"

namespace holdfast {

// Walks ahead by moving the particles, which is right where the words after an action are certain.
template <Model M>
class StateWordsAhead final : public Ahead {
 public:
  using State = typename M::State;

  StateWordsAhead(std::shared_ptr<const M> model, std::shared_ptr<const StateWords> words,
                  std::vector<State> now, const History& done)
      : model_(std::move(model)), words_(std::move(words)), now_(std::move(now)), done_(done) {}

  void begin() override {
    later_ = now_;
    later_done_ = done_;
    rng_ = Rng(1);
  }
  bool step(const logic::GroundAction& action, logic::Facts& facts) override {
    if (!words_->foreseeable(action)) return false;
    const Action a = words_->action_of(action);
    later_done_.add(a);
    std::vector<std::uint32_t> numbers;
    for (State& s : later_) {
      move(*model_, s, a, rng_);
      numbers.push_back(s.number);
    }
    words_->state(numbers, later_done_, facts);
    return true;
  }

 private:
  std::shared_ptr<const M> model_;
  std::shared_ptr<const StateWords> words_;
  std::vector<State> now_, later_;
  History done_, later_done_;
  Rng rng_{1};
};

template <Model M>
class StateWordsBelief final : public SpokenBelief<M> {
 public:
  using State = typename M::State;

  StateWordsBelief(std::string domain, std::shared_ptr<const M> model,
                   const StateLanguage& language, const logic::Recall& recall)
      : domain_(std::move(domain)),
        model_(std::move(model)),
        words_(std::make_shared<const StateWords>(language, recall)),
        facts_(words_->vocabulary()) {}

  void update(const ParticleBelief<M>& belief) override {
    const auto particles = belief.particles();
    states_.assign(particles.begin(), particles.end());
    history_ = belief.history();
    std::vector<std::uint32_t> numbers;
    for (const State& s : states_) numbers.push_back(s.number);
    words_->state(numbers, history_, facts_);
  }

  std::string_view domain() const override { return domain_; }
  const logic::Vocabulary& vocabulary() const override { return words_->vocabulary(); }
  const logic::Facts& facts() const override { return facts_; }
  std::unique_ptr<Ahead> ahead() const override {
    return std::make_unique<StateWordsAhead<M>>(model_, words_, some_states(), history_);
  }
  Action action_of(const logic::GroundAction& g) const override { return words_->action_of(g); }
  bool possible(const logic::GroundAction&) const override { return true; }
  std::optional<logic::GroundAction> ground_action(Action action) const override {
    for (const logic::GroundAction& g : vocabulary().ground_actions()) {
      if (action_of(g) == action) return g;
    }
    return std::nullopt;
  }
  std::shared_ptr<const SymbolicBelief> snapshot() const override {
    return std::make_shared<StateWordsBelief>(*this);
  }
  std::shared_ptr<const SymbolicBelief> with(const logic::Facts& facts) const override {
    return std::make_shared<FactsAlone>(domain_, facts);
  }

 private:
  // Enough of them to look ahead with, from all over the belief.
  std::vector<State> some_states() const {
    constexpr std::size_t kMost = 200;
    const std::size_t stride = states_.size() / kMost + 1;
    std::vector<State> some;
    for (std::size_t i = 0; i < states_.size(); i += stride) some.push_back(states_[i]);
    return some;
  }

  std::string domain_;
  std::shared_ptr<const M> model_;
  std::shared_ptr<const StateWords> words_;
  logic::Facts facts_;
  std::vector<State> states_;
  History history_;
};

}  // namespace holdfast
