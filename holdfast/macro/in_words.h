// A rule that fired, as a sentence for people, made of what the domain says of its words
// (sentences.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "holdfast/logic/compiled_rule.h"

namespace holdfast {

// What the conditions of the rule are about where it fired: "rock 2 is 8 to the east and good with
// 80 %". Words that one of the definitions, the theory's rules, defines are told by what they mean
// (defined_words.h). Words that have no sentence stand as they are, with their values; comparisons
// are left out, since the values are told. Empty for a rule without conditions.
std::string in_words(const logic::Rule& rule, const logic::Binding& binding,
                     const logic::Vocabulary& vocabulary, std::span<const logic::Rule> definitions);

// What a word says, with names in its places: "rock E is good with V %".
std::string sentence_of(const logic::Feature& word);

// Sentences as one: "rock 2 is near" and "rock 2 is good" are "rock 2 is near and good".
std::string joined_sentences(const std::vector<std::string>& sentences);

}  // namespace holdfast
