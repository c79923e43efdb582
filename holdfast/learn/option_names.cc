#include "holdfast/learn/option_names.h"

namespace holdfast::learn {

const ByName<Engine>& engines_by_name() {
  static const ByName<Engine> names{
      {"auto", Engine::automatic}, {"bb", Engine::branch_and_bound}, {"clingo", Engine::clingo}};
  return names;
}

const ByName<Weights>& weights_by_name() {
  static const ByName<Weights> names{
      {"auto", Weights::automatic}, {"class", Weights::by_class}, {"stake", Weights::by_stake}};
  return names;
}

const ByName<bool>& examples_by_name() {
  static const ByName<bool> names{{"all", false}, {"paper", true}};
  return names;
}

}  // namespace holdfast::learn
