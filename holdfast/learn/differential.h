// Random whole tasks, and their optimum by brute force: every rule that the declarations allow is
// written down as text, clingo says what it derives, and clingo chooses. Nothing is shared with
// the learner but the task's text and the rules that it returns.
#pragma once

#include <cstdint>
#include <string>

namespace holdfast::learn {

struct DifferentialOutcome {
  // The task and how it was learnt, for whoever wants to look at it.
  std::string task = {};
  // What is wrong with the learner's answer; empty if nothing is.
  std::string failure = {};
  // Rules in the space, as brute force counts them.
  int rules = 0;
};

// Learns the random task of a seed, and compares.
DifferentialOutcome differential(std::uint64_t seed);

}  // namespace holdfast::learn
