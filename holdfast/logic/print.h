// Text of the rule language that the parser (and clingo) reads back as the same value.
#pragma once

#include <string>

#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

std::string to_string(const Term& term);
std::string to_string(const Atom& atom);
std::string to_string(Comparator comparator);
std::string to_string(const Literal& literal);
std::string to_string(const ChoiceElement& element);
std::string to_string(const AggregateElement& element);
std::string to_string(const Aggregate& aggregate);
// Without what it is compared with: `#count{R : guess(R,V), V > 50}`.
std::string value_text(const Aggregate& aggregate);
// Without its comments, ending in "." (or "]" for a weak constraint).
std::string to_string(const Rule& rule);

}  // namespace holdfast::logic
