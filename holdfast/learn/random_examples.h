// Random examples in the words of a task, and what clingo says about them: the other side of the
// differential test, which shares nothing with the learner.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace holdfast::learn {

using Texts = std::vector<std::string>;

struct RandomExample {
  bool positive = true;
  std::optional<int> penalty = {};
  Texts inclusions = {};
  Texts exclusions = {};
  Texts facts = {};
};

// p(1,2) in context K is p(K,1,2), so that clingo sees all contexts at once.
std::string in_context(const std::string& atom, const std::string& context);

// Contexts and examples for clingo: ctx(K), facts p(K,..), true(K,atom), inc(K,atom), exc(K,atom).
std::string world(const std::vector<RandomExample>& examples);

// What each rule derives of the examples' atoms, by clingo: pairs of context and atom as text.
using Coverage = std::set<std::string>;
std::vector<Coverage> coverages(const std::vector<RandomExample>& examples, const Texts& heads,
                                const Texts& bodies);

}  // namespace holdfast::learn
