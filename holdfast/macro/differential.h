// For tests: whether both engines agree on a theory.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "holdfast/logic/print.h"
#include "holdfast/macro/gamma.h"

namespace holdfast {

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
      ADD_FAILURE() << "compiled " << to_string(vocabulary.atom(m.action)) << " x " << m.length;
    }
    for (const MacroAction& m : reference[i]) {
      ADD_FAILURE() << "clingo   " << to_string(vocabulary.atom(m.action)) << " x " << m.length;
    }
    return count;
  }
  return count;
}

}  // namespace holdfast
