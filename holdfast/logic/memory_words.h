// Words of the agent's own past, which every domain has for nothing: what a rule may ask of the
// actions that led here, in the episode and then in the simulation.
//
//   last(A)     the action before was A
//   run(N)      it was taken N times in a row; 0 before the first action
//   done(A,N)   A was taken N times so far
//   ago(A,N)    A was taken N steps ago, the last time; no fact if it never was, so that last(A)
//               says the same as ago(A,1)
//
// A is an action: last(east), done(check(R),N), and ago(sample,N) where sample(R) is one action for
// all rocks. Numbers count to kMostRemembered, which means so many or more. Facts state these words
// only where somebody asks for them (Recall), since simulations must carry the past along for them.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holdfast/logic/theory.h"
#include "holdfast/logic/vocabulary.h"

namespace holdfast::logic {

inline constexpr int kMostRemembered = 15;

bool is_memory_word(std::string_view name);
// Whether the feature is one, not only by its name.
bool is_memory_word(const Feature& feature);

// All of them, for a domain with these actions.
std::vector<Feature> memory_words(const std::vector<ActionWord>& actions);

// Which words of the past facts are to state.
class Recall {
 public:
  // None.
  Recall() = default;
  static Recall everything();
  // What the conditions of a theory ask for, and what it takes to look ahead from such facts.
  static Recall asked_by(const Theory& theory);

  std::vector<Feature> words(const std::vector<ActionWord>& actions) const;

 private:
  void ask(const std::vector<Literal>& body);

  bool everything_ = false;
  std::set<std::pair<std::string, std::string>> asked_;  // word and action
};

}  // namespace holdfast::logic
