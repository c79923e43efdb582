// The options of POMCP (see pomcp.h), with the defaults of the literature.
#pragma once

#include <cstdint>

#include "holdfast/plan/search_end.h"

namespace holdfast {

struct PomcpOptions {
  // Budget per decision: a number of simulations, or time if seconds > 0.
  std::int64_t simulations = 1024;
  double seconds = 0;
  SearchClock clock = SearchClock::wall;
  // Particles of the belief; 0 means as many as simulations (the usual choice).
  int particles = 0;
  // c of UCT; about the range of the returns.
  double exploration = 20;
  // Simulations look this many steps ahead in all (0.95^90 = 0.01).
  int depth = 90;
  // Suggested actions start with this count and value (N_max of Algorithm 1, line 9); a prior that
  // fades is replaced by as many real visits (search_tree.h).
  int prior_count = 10;
  double prior_value = 20;
  bool prior_fades = false;
  // How urgent an untried action is where others are suggested, in units of c (search_tree.h); 0:
  // it comes first, as everywhere else.
  double urgency = 0;
  // Whether rollouts are compared with uniform ones, and uniform unless the guide's mostly earn
  // more (trust.h).
  bool trust = false;
  // How much each step of a rollout counts of the one before, beside the discount: below 1, being
  // close to a reward is worth more than a policy that would get there some day. That keeps few
  // simulations from dithering, but holds against an action that it was looked into less, since
  // more of its value is a rollout's: so an ample search (below) has its own for rollouts by its
  // guide.
  double rollout_decay = 1;
  // A search with a guide and at least kAmple simulations in a tree can afford to find out what the
  // guide does not know. Its rollouts decay by this, and its c is this (0: as in other searches),
  // since returns of rollouts that do not decay differ more; see also pomcp.h.
  static constexpr std::int64_t kAmple = 4096;
  double ample_decay = 1;
  double ample_exploration = 0;
  // Where observations are measurements (widening.h): an action that was tried n times has at most
  // k_o n^alpha_o of them.
  double k_o = 4;
  double alpha_o = 0.1;
  // Root-parallel: each thread grows its own tree with its share of the simulations.
  int threads = 1;
  // Go on with the subtree of what really happened.
  bool reuse_tree = true;
};

}  // namespace holdfast
