#include "holdfast/play/domain_of.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/logic/print.h"

namespace holdfast {
namespace {

// Whether the entities of a deed share one action (sample), or have one each (check(2)), by its
// first ground action.
bool shared(const logic::Vocabulary& words, const std::vector<Action>& action_of,
            std::size_t first) {
  return words.word_of(words.ground_actions()[first]).of_entity && words.entity_count() > 1 &&
         action_of[first] == action_of[first + 1];
}

}  // namespace

std::vector<std::string> names_of_actions(int action_count, const logic::Vocabulary& words,
                                          const std::vector<Action>& action_of) {
  std::vector<std::string> names;
  for (int a = 0; a < action_count; ++a) names.push_back(fmt::format("a{}", a));
  for (std::size_t i = action_of.size(); i-- > 0;) {
    const Action a = action_of[i];
    const logic::GroundAction& ground = words.ground_actions()[i];
    const std::string name = logic::to_string(words.atom(ground));
    if (a < 0 || a >= action_count) {
      throw InputError(fmt::format("{} is said to be action {}, but the actions are 0 to {}", name,
                                   a, action_count - 1));
    }
    const std::size_t first = i - static_cast<std::size_t>(ground.entity);
    names[static_cast<std::size_t>(a)] =
        shared(words, action_of, first) ? words.word_of(ground).name : name;
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
