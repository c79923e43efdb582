// The adviser for models whose words are known at run time only (macro/spoken_belief.h).
#pragma once

#include <memory>
#include <utility>

#include "holdfast/guide/adviser.h"
#include "holdfast/macro/spoken_belief.h"

namespace holdfast {

template <Spoken M>
class SpokenAdviser final : public Adviser<M> {
 public:
  // Throws InputError if the model has no words, or the theory does not fit them.
  SpokenAdviser(std::shared_ptr<const M> model, const AdviserOptions& options)
      : model_(std::move(model)),
        symbols_(speak(model_, options.theory->theory)),
        over_time_(options.theory->theory, *symbols_, options) {}

  int consider(const ParticleBelief<M>& belief) override {
    if (!over_time_.used_up()) return 0;
    symbols_->update(belief);
    over_time_.compute(*symbols_, model_->legal_actions(belief.particles().front()));
    return 1;
  }
  void advance() override { over_time_.advance(); }
  std::shared_ptr<const AdviceFor<M>> advice() const override { return over_time_.advice(); }
  Why why(Action a) const override { return over_time_.why(a); }
  std::int64_t dropped() const override { return over_time_.dropped(); }

 private:
  static std::unique_ptr<SpokenBelief<M>> speak(const std::shared_ptr<const M>& model,
                                                const logic::Theory& theory) {
    auto symbols = Speech<M>::belief(model, logic::Recall::asked_by(theory));
    if (!symbols) throw InputError("this model has no words for rules; declare some");
    return symbols;
  }

  std::shared_ptr<const M> model_;
  std::unique_ptr<SpokenBelief<M>> symbols_;
  AdviceOverTime<LegalActions<M>> over_time_;
};

}  // namespace holdfast
