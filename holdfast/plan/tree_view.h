// A look into the tree of the last search, for people: what it found at one history below the root.
// Planners keep nothing for it; it is read off their trees when somebody asks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "holdfast/plan/decision.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

class DespotTree;
class SearchTree;

// From a history to the next.
struct TreeStep {
  Action action = 0;
  Observation observation = 0;
  friend bool operator==(const TreeStep&, const TreeStep&) = default;
};

// What was seen after an action, and how often: by simulations (POMCP) or scenarios (DESPOT).
struct SeenInTree {
  Observation observation = 0;
  std::int64_t visits = 0;
  friend bool operator==(const SeenInTree&, const SeenInTree&) = default;
};

struct TreeAction {
  ActionEvidence evidence;
  // Most often first.
  std::vector<SeenInTree> seen;
};

// The legal actions at the history; none where the tree has no node, or a leaf.
using TreeLevel = std::vector<TreeAction>;

TreeLevel look(const SearchTree& tree, std::span<const TreeStep> path);
// The discount of the model takes away the weights of the tree's values.
TreeLevel look(const DespotTree& tree, std::span<const TreeStep> path, double discount);

}  // namespace holdfast
