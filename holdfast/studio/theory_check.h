// A theory as it stands in the editor, at a belief: what is wrong with it and where, or which of
// its rules fire and what they suggest.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "holdfast/macro/symbolic_belief.h"
#include "holdfast/studio/agent_choice.h"

namespace holdfast::studio {

// {"errors": [{line, column, what}]}, where line 0 means the whole theory; or, if there are none,
//   "rules": [{line, last, head, fires, words}], one for each statement in the order of the text,
//   and what `holdfast explain --json` says: facts, macro_actions, not_suggested, ...
nlohmann::json check_theory(const EditedTheory& theory, const SymbolicBelief& belief, int horizon);

}  // namespace holdfast::studio
