// Algorithm 1 of the paper, as far as it concerns the advice: macro-actions are computed from the
// belief (Γ), their actions are suggested step by step, and Γ is computed again only when the
// longest macro-action is used up. Planners see the advice through a guide.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "holdfast/base/digest.h"
#include "holdfast/guide/adviser_options.h"
#include "holdfast/guide/rule_guide.h"
#include "holdfast/macro/declared_belief.h"
#include "holdfast/macro/gamma.h"
#include "holdfast/macro/shipped.h"
#include "holdfast/plan/guide.h"
#include "holdfast/pomdp/refuse.h"

namespace holdfast {

// The macro-actions of one episode; knows no model, so that it is compiled once for each kind of
// sets.
template <class Actions>
class AdviceOverTime {
 public:
  // Throws InputError if the theory does not fit the domain, or gives no coverage for an action
  // that it has rules for.
  AdviceOverTime(const logic::Theory& theory, const SymbolicBelief& symbols,
                 const AdviserOptions& options, std::vector<Joint> joints = {});

  // Whether no macro-action is left at this time: then Γ must be asked (lines 3 and 21).
  bool used_up() const { return time_ >= longest_; }
  // Γ at the belief; suggestions that are not legal now are dropped and counted.
  void compute(const SymbolicBelief& symbols, const Actions& legal);
  // t <- t + 1.
  void advance();

  // A_H from now on; empty if no rule fires.
  std::shared_ptr<const BasicAdvice<Actions>> advice() const { return advice_; }
  std::int64_t dropped() const { return dropped_; }
  const Gamma& gamma() const { return gamma_; }

  // Why the action is suggested now: the rule and binding by which its macro-action started; empty
  // if it is not suggested.
  Why why(Action a) const;

 private:
  struct Suggestion {
    Action action;
    int length;
    logic::GroundAction ground_action;
  };

  void refresh();

  Gamma gamma_;
  std::vector<Joint> joints_;
  Actions legal_;
  std::shared_ptr<BasicAdvice<Actions>> advice_ = std::make_shared<BasicAdvice<Actions>>();
  std::vector<Suggestion> suggestions_;
  // What Γ saw, for explanations on demand.
  std::shared_ptr<const SymbolicBelief> seen_;
  int time_ = 0;
  int longest_ = 0;
  std::int64_t dropped_ = 0;
};

// The adviser that follows a theory.
template <Symbolic M>
class RuleAdviser final : public Adviser<M> {
 public:
  RuleAdviser(std::shared_ptr<const M> model, const logic::Theory& theory,
              const AdviserOptions& options)
      : model_(std::move(model)),
        symbols_(std::make_shared<DeclaredBelief<M>>(model_, logic::Recall::asked_by(theory))),
        over_time_(theory, *symbols_, options, joints()),
        reading_(options.reading) {}

  int consider(const ParticleBelief<M>& belief) override {
    const bool needed = over_time_.used_up();
    if (needed || symbols_are_used()) symbols_->update(belief);
    if (!needed) return 0;
    over_time_.compute(*symbols_, model_->legal_actions(belief.particles().front()));
    return 1;
  }
  void advance() override { over_time_.advance(); }
  std::shared_ptr<const AdviceFor<M>> advice() const override { return over_time_.advice(); }
  Why why(Action a) const override { return over_time_.why(a); }
  std::int64_t dropped() const override { return over_time_.dropped(); }

  // Whether rules can be asked wherever a search goes.
  bool can_ask_in_search() const { return over_time_.gamma().compiled() != nullptr; }
  // Whether they are.
  bool asks_in_search() const { return reading_ == Reading::situated && can_ask_in_search(); }
  // Whether the rules have words of the past; then searches carry the history along.
  bool of_past() const { return symbols_->remembers(); }
  template <bool kOfPast = false>
  AdviceInSearch<M, kOfPast> advice_in_search() const {
    return {advice(), RulesInSearch<M, kOfPast>(symbols_, over_time_.gamma())};
  }

 private:
  std::vector<Joint> joints() const {
    if constexpr (Joining<M>) {
      return symbols_->symbols()->joints();
    } else {
      return {};
    }
  }
  // Whether a search asks for the belief that it starts from, even if Γ is not asked.
  bool symbols_are_used() const { return RulesInSearch<M>::kUsesRoot && asks_in_search(); }

  std::shared_ptr<const M> model_;
  std::shared_ptr<DeclaredBelief<M>> symbols_;  // shared with what asks in searches
  AdviceOverTime<LegalActions<M>> over_time_;
  Reading reading_;
};

// The theory that --guide or --lower names: one that ships with the domain, or a file; or what is
// given instead, a theory in memory that has no name yet.
std::shared_ptr<const TheoryInForce> theory_in_force(
    const std::string& domain, const std::string& name,
    const std::shared_ptr<const TheoryInForce>& given = nullptr);

// The adviser that follows options.theory, which must be there.
template <Symbolic M>
std::unique_ptr<RuleAdviser<M>> make_adviser(const std::shared_ptr<const M>& model,
                                             const AdviserOptions& options) {
  return std::make_unique<RuleAdviser<M>>(model, options.theory->theory, options);
}

}  // namespace holdfast
