// The theory that was learnt as a file one can judge: for each rule what it explains, for each
// action its coverage, and how far the proof went.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "holdfast/learn/evaluate.h"
#include "holdfast/learn/learner.h"
#include "holdfast/learn/overall_words.h"
#include "holdfast/logic/theory.h"

namespace holdfast::learn {

// The rules alone.
std::vector<logic::Rule> hypothesis_of(const LearnResult& result);

// `header` are lines about where the theory comes from; those of the words that rules use are
// defined before them.
logic::Theory to_theory(const Task& task, const LearnResult& result,
                        std::vector<std::string> header,
                        const std::vector<OverallWord>& words = {});

// The examples that are not covered, one line each, up to `most`: what should (not) be derived, and
// the facts there.
std::vector<std::string> counterexamples(const Task& task, const std::vector<bool>& covered,
                                         std::size_t most);

}  // namespace holdfast::learn
