// Facts that somebody wrote down, of a world that no model here describes: rules can be asked at
// them, and beyond as far as it is also written down what came after.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/macro/symbolic_belief.h"

namespace holdfast {

// An action that was taken, and the facts after it.
struct Came {
  logic::GroundAction action;
  logic::Facts facts;
};

class FactsAlone final : public SymbolicBelief {
 public:
  FactsAlone(std::string domain, const logic::Facts& facts, std::vector<Came> came = {})
      : domain_(std::move(domain)), facts_(facts), came_(std::move(came)) {}

  std::string_view domain() const override { return domain_; }
  const logic::Vocabulary& vocabulary() const override { return facts_.vocabulary(); }
  const logic::Facts& facts() const override { return facts_; }
  std::unique_ptr<Ahead> ahead() const override;
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
  std::vector<Came> came_;
};

}  // namespace holdfast
