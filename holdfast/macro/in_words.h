// A rule that fired, as a sentence for people, made of what the domain says of its words.
#pragma once

#include <string>

#include "holdfast/logic/compiled_rule.h"

namespace holdfast {

// What the conditions of the rule are about where it fired: "rock 2 is 8 to the east and good with
// 80 %". Words that the domain has no sentence for stand as they are, with their values;
// comparisons are left out, since the values are told. Empty for a rule without conditions.
std::string in_words(const logic::Rule& rule, const logic::Binding& binding,
                     const logic::Vocabulary& vocabulary);

// Sentences as one: "rock 2 is near" and "rock 2 is good" are "rock 2 is near and good".
std::string joined_sentences(const std::vector<std::string>& sentences);

}  // namespace holdfast
