#include "holdfast/plan/tree_view.h"

#include <algorithm>
#include <cmath>

#include "holdfast/plan/despot_tree.h"
#include "holdfast/plan/search_tree.h"

namespace holdfast {
namespace {

void sort_by_visits(TreeLevel& level) {
  for (TreeAction& action : level) {
    std::ranges::sort(action.seen, [](const SeenInTree& a, const SeenInTree& b) {
      return a.visits != b.visits ? a.visits > b.visits : a.observation < b.observation;
    });
  }
}

SearchTree::Node node_at(const SearchTree& tree, std::span<const TreeStep> path) {
  if (tree.empty()) return SearchTree::kNew;
  SearchTree::Node node = SearchTree::kRoot;
  for (const TreeStep& step : path) {
    if (step.action < 0 || step.action >= tree.action_count()) return SearchTree::kNew;
    node = tree.child(node, step.action, step.observation);
    if (node < 0) return SearchTree::kNew;
  }
  return node;
}

DespotTree::Index child_at(const DespotTree& tree, DespotTree::Index b, const TreeStep& step) {
  const DespotTree::Belief& belief = tree.belief(b);
  for (DespotTree::Index e = belief.first_edge; e < belief.first_edge + belief.edge_count; ++e) {
    const DespotTree::Edge& edge = tree.edge(e);
    if (edge.action != step.action) continue;
    for (DespotTree::Index c = edge.first_child; c < edge.first_child + edge.child_count; ++c) {
      if (tree.belief(c).observation == step.observation) return c;
    }
  }
  return DespotTree::kNone;
}

}  // namespace

TreeLevel look(const SearchTree& tree, std::span<const TreeStep> path) {
  TreeLevel level;
  const SearchTree::Node node = node_at(tree, path);
  if (node < 0) return level;
  std::vector<std::size_t> place(static_cast<std::size_t>(tree.action_count()));
  for (Action a = 0; a < tree.action_count(); ++a) {
    if (!tree.is_legal(node, a)) continue;
    place[static_cast<std::size_t>(a)] = level.size();
    level.push_back({{.action = a,
                      .visits = tree.count(node, a),
                      .value = static_cast<double>(tree.value(node, a)),
                      .suggested = tree.suggested(node).contains(a)},
                     {}});
  }
  tree.for_each_child(node, [&](Action a, Observation o, SearchTree::Node child) {
    const std::int64_t visits = child >= 0 ? tree.visits(child) : 1;
    level[place[static_cast<std::size_t>(a)]].seen.push_back({o, visits});
  });
  sort_by_visits(level);
  return level;
}

TreeLevel look(const DespotTree& tree, std::span<const TreeStep> path, double discount) {
  TreeLevel level;
  if (tree.node_count() == 0) return level;
  DespotTree::Index at = DespotTree::kRoot;
  for (const TreeStep& step : path) {
    if (tree.is_leaf(at)) return level;
    at = child_at(tree, at, step);
    if (at == DespotTree::kNone) return level;
  }
  if (tree.is_leaf(at)) return level;
  const DespotTree::Belief& belief = tree.belief(at);
  const double weight = std::pow(discount, belief.depth) * belief.scenario_count /
                        tree.belief(DespotTree::kRoot).scenario_count;
  for (DespotTree::Index e = belief.first_edge; e < belief.first_edge + belief.edge_count; ++e) {
    const DespotTree::Edge& edge = tree.edge(e);
    TreeAction action{{.action = edge.action,
                       .visits = edge.trials,
                       .value = edge.l / weight,
                       .upper = edge.mu / weight},
                      {}};
    for (DespotTree::Index c = edge.first_child; c < edge.first_child + edge.child_count; ++c) {
      action.seen.push_back({tree.belief(c).observation, tree.belief(c).scenario_count});
    }
    level.push_back(std::move(action));
  }
  sort_by_visits(level);
  return level;
}

}  // namespace holdfast
