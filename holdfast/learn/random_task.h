// Random tasks with every rule of their space written down.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holdfast/learn/learner.h"
#include "holdfast/learn/random_examples.h"

namespace holdfast::learn {

struct SpaceRule {
  std::string head;   // an atom with variables
  std::string group;  // rules of a group count together for rules_per_head
  std::string body;
  std::string in_clingo;
  int length = 0;  // what it costs
};

struct RandomTask {
  std::string text;
  std::vector<RandomExample> examples;
  std::vector<SpaceRule> rules;
  LearnOptions options;
};

RandomTask random_task(std::uint64_t seed);

}  // namespace holdfast::learn
