// What `holdfast learn` says of a theory, to people and as JSON: its cost, how far the proof went,
// and by action how well it explains the examples.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "holdfast/learn/learner.h"
#include "holdfast/learn/material.h"

namespace holdfast::app {

struct LearnReport {
  const learn::Material& material;
  const learn::LearnResult& result;
  // None: nothing is said that depends on the clock.
  std::optional<double> seconds;
  // Show so many examples that are not covered.
  int counterexamples;
};

void print(const LearnReport& report);
nlohmann::json to_json(const LearnReport& report);

// Of the material's theory, which was given and not learnt.
struct CheckReport {
  const learn::Material& material;
  int counterexamples;
};

// `title` says which theory is scored on what.
void print(const CheckReport& report, const std::string& title);
nlohmann::json to_json(const CheckReport& report);

}  // namespace holdfast::app
