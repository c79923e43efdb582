// For tests: random theories of the compiled fragment, and whether both engines agree.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "holdfast/base/rng.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/gamma.h"

namespace holdfast {

// A few random rules: each with one to three conditions about one entity or none, thresholds as
// given.
class RandomTheories {
 public:
  RandomTheories(const logic::Vocabulary& vocabulary, std::vector<int> thresholds)
      : vocabulary_(vocabulary), thresholds_(std::move(thresholds)) {}

  std::string draw(Rng& rng) const {
    std::string text;
    for (const logic::ActionWord& action : vocabulary_.actions()) {
      const std::string atom = action.of_entity ? action.name + "(E)" : action.name;
      if (rng.bernoulli(0.7)) text += rule("init(" + atom + ")", rng);
      if (rng.bernoulli(0.7)) text += rule("contd(" + atom + ")", rng);
      if (rng.bernoulli(0.3)) text += rule("init(" + atom + ")", rng);
      if (rng.bernoulli(0.3)) text += rule(atom, rng);
    }
    return text;
  }

 private:
  int pick(Rng& rng, std::size_t size) const {
    return static_cast<int>(rng.below(static_cast<std::uint32_t>(size)));
  }

  std::string rule(const std::string& head, Rng& rng) const {
    std::string body;
    const int conditions = 1 + pick(rng, 3);
    for (int i = 0; i < conditions; ++i) {
      // The first one is positive, so that it binds the entity.
      body += (i == 0 ? "" : ", ") + condition(i, i > 0 && rng.bernoulli(0.2), rng);
    }
    return head + " :- " + body + ".\n";
  }

  std::string condition(int i, bool negated, Rng& rng) const {
    const logic::Feature& feature = i == 0 ? any_of_entities(rng) : any(rng);
    const std::string v = "V" + std::to_string(i);
    const std::string d = "D" + std::to_string(i);
    if (feature.kind == logic::Feature::Kind::flag) {
      return (negated ? "not " : "") + atom(feature, {});
    }
    const bool series = feature.kind == logic::Feature::Kind::series;
    const int index = feature.first + pick(rng, static_cast<std::size_t>(feature.column_count()));
    if (negated) {
      return "not " + atom(feature, (series ? std::to_string(index) + "," : "") + threshold(rng));
    }
    std::string text = atom(feature, (series ? d + "," : "") + v) + ", " + v + " " +
                       comparator(series, rng) + " " + threshold(rng);
    if (series && rng.bernoulli(0.8)) {
      text += ", " + d + " " + comparator(true, rng) + " " + std::to_string(index);
    }
    return text;
  }

  const logic::Feature& any(Rng& rng) const {
    return vocabulary_.features()[static_cast<std::size_t>(
        pick(rng, vocabulary_.features().size()))];
  }
  // A value about an entity, so that it binds one.
  const logic::Feature& any_of_entities(Rng& rng) const {
    for (;;) {
      const logic::Feature& feature = any(rng);
      if (feature.of_entity) return feature;
    }
  }

  // The word with these values after what it is about.
  static std::string atom(const logic::Feature& feature, const std::string& values) {
    std::string inside = feature.of_entity ? "E" : "";
    if (!feature.action.empty()) inside = feature.action + (feature.of_entity ? "(E)" : "");
    if (!values.empty()) inside += (inside.empty() ? "" : ",") + values;
    return inside.empty() ? feature.name : feature.name + "(" + inside + ")";
  }

  std::string comparator(bool ordered, Rng& rng) const {
    static const std::vector<std::string> all = {"<", ">", "<=", ">=", "=", "!="};
    return all[static_cast<std::size_t>(pick(rng, ordered ? 5 : 6))];
  }

  std::string threshold(Rng& rng) const {
    return std::to_string(thresholds_[static_cast<std::size_t>(pick(rng, thresholds_.size()))]);
  }

  const logic::Vocabulary& vocabulary_;
  std::vector<int> thresholds_;
};

// Expects that the compiled engine and clingo give the same macro-actions at every outlook.
// Returns how many macro-actions there were, so that a test can see that it tested something.
inline int expect_same_macro_actions(const logic::Theory& theory,
                                     const logic::Vocabulary& vocabulary,
                                     const std::vector<Outlook>& outlooks, int horizon = 12) {
  Gamma gamma(theory, vocabulary, {.horizon = horizon, .engine = GammaOptions::Engine::compiled});
  const auto reference = gamma.reference().macro_actions(outlooks);
  int count = 0;
  for (std::size_t i = 0; i < outlooks.size(); ++i) {
    const auto native = gamma.macro_actions(*outlooks[i].facts, *outlooks[i].ahead);
    const std::vector<MacroAction> mine(native.begin(), native.end());
    count += static_cast<int>(mine.size());
    if (mine == reference[i]) continue;
    std::string facts;
    for (const logic::Atom& atom : outlooks[i].facts->atoms()) facts += to_string(atom) + ". ";
    ADD_FAILURE() << "engines differ\n" << to_string(theory) << "at " << facts;
    for (const MacroAction& m : mine) {
      ADD_FAILURE() << "compiled " << m.action << " x " << m.length;
    }
    for (const MacroAction& m : reference[i]) {
      ADD_FAILURE() << "clingo   " << m.action << " x " << m.length;
    }
    return count;
  }
  return count;
}

}  // namespace holdfast
