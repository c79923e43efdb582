#include "holdfast/play/domain_of.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/logic/print.h"

namespace holdfast {
namespace {

// Whether the entities of a deed share one action (sample), or have one each (check(2)).
bool shared(const logic::Vocabulary& words, const std::vector<Action>& action_of, int ground) {
  const int first = words.first_ground_action(words.action_of(ground));
  return words.word_of(ground).of_entity && words.entity_count() > 1 &&
         action_of[static_cast<std::size_t>(first)] ==
             action_of[static_cast<std::size_t>(first) + 1];
}

}  // namespace

std::vector<std::string> names_of_actions(int action_count, const logic::Vocabulary& words,
                                          const std::vector<Action>& action_of) {
  std::vector<std::string> names;
  for (int a = 0; a < action_count; ++a) names.push_back(fmt::format("a{}", a));
  for (int g = static_cast<int>(action_of.size()) - 1; g >= 0; --g) {
    const Action a = action_of[static_cast<std::size_t>(g)];
    const std::string name = logic::to_string(words.ground_actions()[static_cast<std::size_t>(g)]);
    if (a < 0 || a >= action_count) {
      throw InputError(fmt::format("{} is said to be action {}, but the actions are 0 to {}", name,
                                   a, action_count - 1));
    }
    names[static_cast<std::size_t>(a)] = shared(words, action_of, g) ? words.word_of(g).name : name;
  }
  return names;
}

void check_action_count(int action_count) {
  if (action_count >= 1 && action_count <= ActionSet::kCapacity) return;
  throw InputError(
      fmt::format("a model has 1 to {} actions, found {}", ActionSet::kCapacity, action_count));
}

std::vector<ParameterInfo> with_steps(std::vector<ParameterInfo> parameters) {
  const bool there = std::any_of(parameters.begin(), parameters.end(),
                                 [](const ParameterInfo& p) { return p.name == "steps"; });
  if (!there) {
    parameters.push_back(
        whole_number("steps", 90, 1, 100000, "episodes are cut off after this many steps"));
  }
  return parameters;
}

}  // namespace holdfast
