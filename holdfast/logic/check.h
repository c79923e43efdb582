// Whether a theory makes sense in a domain, before anything runs it.
#pragma once

#include <optional>

#include "holdfast/logic/theory.h"
#include "holdfast/logic/vocabulary.h"

namespace holdfast::logic {

// What a normal rule with this head says.
enum class Role {
  init,       // init(a): a may start
  contd,      // contd(a): a may go on
  now,        // a: do it now (time-independent)
  auxiliary,  // anything else: a word that other rules use
};

struct Suggestion {
  Role role = Role::auxiliary;
  Atom action;  // empty for an auxiliary rule
};

// Null for constraints, choice rules and weak constraints.
std::optional<Suggestion> suggestion_of(const Rule& rule, const Vocabulary& vocabulary);

// Whether a rule is about time: init or contd.
bool is_timed(const Theory& theory, const Vocabulary& vocabulary);

// Throws InputError with the place of: an unknown feature or action, a wrong number of arguments,
// an unsafe variable, recursion that may never end or goes through negation, a huge range, or a
// choice in a theory about time. A vocabulary without entities lets any be named. The theory must
// be without constants (see constants.h).
void check(const Theory& theory, const Vocabulary& vocabulary);

}  // namespace holdfast::logic
