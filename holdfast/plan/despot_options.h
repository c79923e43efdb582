// The options of DESPOT (see despot.h), with the names and defaults of the literature.
#pragma once

#include <cstdint>
#include <string>

#include "holdfast/plan/search_end.h"

namespace holdfast {

struct DespotOptions {
  // l0, the default policy: trivial (a fixed action), preferred (the handcrafted policy), pure
  // (random legal actions), or a guide that rules make. Empty: the guide of the configuration.
  std::string lower{};
  // U0: trivial (R_max / (1 - gamma)) mdp (the fully observable value) or relaxed (of an easier
  // problem).
  std::string upper = "mdp";
  // K, the number of sampled scenarios.
  int scenarios = 500;
  // Budget per decision: time if seconds > 0, a number of trials if trials > 0, or both,
  // whichever is spent first.
  double seconds = 0;
  SearchClock clock = SearchClock::wall;
  std::int64_t trials = 0;
  // D, the maximum depth of the tree (0.95^90 = 0.01).
  int depth = 90;
  // xi: a trial goes on while a node's gap exceeds this share of its part of the root's gap.
  double xi = 0.95;
  // lambda: every node of a policy costs this much, so that policies do not overfit the scenarios.
  double lambda = 0;
  // epsilon_0: the search ends when the gap between the bounds at the root is this small.
  double epsilon = 0;
  // Particles of the belief, from which scenarios are drawn; 0 means 8 per scenario.
  int particles = 0;
  // A search ends when its trees and scenarios fill this much memory, in megabytes.
  int megabytes = 2000;
  // Root-parallel: each thread searches its own K scenarios with its share of the trials.
  int threads = 1;
};

// What a search does where neither time nor trials are given.
inline constexpr std::int64_t kDefaultTrials = 100;

}  // namespace holdfast
