// A rule that fired, as a sentence for people, made of what the domain says of its words.
//
// A word's sentence has places {} for its entity, index and value, in this order. Of a number whose
// sign is a side, "rock {} is {} to the {east|west}" tells the size and names the side: the second
// where it is below 0.
#pragma once

#include <string>

#include "holdfast/logic/compiled_rule.h"

namespace holdfast {

// What the conditions of the rule are about where it fired: "rock 2 is 8 to the east and good with
// 80 %". Words that the domain has no sentence for stand as they are, with their values;
// comparisons are left out, since the values are told. Empty for a rule without conditions.
std::string in_words(const logic::Rule& rule, const logic::Binding& binding,
                     const logic::Vocabulary& vocabulary);

// What a word says, with names in its places: "rock E is good with V %".
std::string sentence_of(const logic::Feature& word);

// Sentences as one: "rock 2 is near" and "rock 2 is good" are "rock 2 is near and good".
std::string joined_sentences(const std::vector<std::string>& sentences);

}  // namespace holdfast
