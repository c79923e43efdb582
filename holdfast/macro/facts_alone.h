// Facts that somebody wrote down, of a world that no model here describes: rules can be asked at
// them, though not beyond.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "holdfast/macro/symbolic_belief.h"

namespace holdfast {

class FactsAlone final : public SymbolicBelief {
 public:
  FactsAlone(std::string domain, const logic::Facts& facts)
      : domain_(std::move(domain)), facts_(facts) {}

  std::string_view domain() const override { return domain_; }
  const logic::Vocabulary& vocabulary() const override { return facts_.vocabulary(); }
  const logic::Facts& facts() const override { return facts_; }
  std::unique_ptr<Ahead> ahead() const override { return std::make_unique<NothingAhead>(); }
  // Its number among the ground actions of the vocabulary.
  Action action_of(const logic::GroundAction& action) const override;
  bool possible(const logic::GroundAction&) const override { return true; }
  std::optional<logic::GroundAction> ground_action(Action action) const override;
  std::shared_ptr<const SymbolicBelief> snapshot() const override {
    return std::make_shared<FactsAlone>(*this);
  }
  std::shared_ptr<const SymbolicBelief> with(const logic::Facts& facts) const override {
    return std::make_shared<FactsAlone>(domain_, facts);
  }

 private:
  std::string domain_;
  logic::Facts facts_;
};

}  // namespace holdfast
