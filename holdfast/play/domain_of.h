// A domain from a model that says itself what it is:
//
//   struct Patrol {
//     static constexpr const char* name = "patrol";
//     static constexpr const char* summary = "A guard walks a corridor of doors.";
//     static std::vector<ParameterInfo> parameters() {
//       return {whole_number("doors", 6, 1, 32, "how many doors")};
//     }
//     explicit Patrol(const Parameters& p);           // or, if a seed decides where things are,
//     Patrol(const Parameters& p, Rng& layout);
//     ...                                             // the model (pomdp/model.h)
//   };
//
// The rest has defaults, and a model that knows better says so:
//
//   std::string action_name(Action) const             else as rules call it: check(2)
//   std::string observation_name(Observation) const   else its number
//   std::string layout() const                        what the seed decided, in words; else nothing
//   AgentConfig default_config() const                else by the range of its rewards
//
// Bare words fill the parameters in their order, and episodes have a parameter `steps` of their
// own, after which they are cut off.
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/play/session.h"

namespace holdfast {

template <class M>
concept SaysItself = Model<M> && requires {
  { M::name } -> std::convertible_to<std::string>;
  { M::summary } -> std::convertible_to<std::string>;
  { M::parameters() } -> std::same_as<std::vector<ParameterInfo>>;
} &&(std::constructible_from<M, const Parameters&> ||
     std::constructible_from<M, const Parameters&, Rng&>);

// Names of actions from the ground actions of the rules, such as check(2), and which action each
// is; "a3" for one that rules do not know. Throws InputError if a ground action is none of them.
std::vector<std::string> names_of_actions(int action_count, const logic::Vocabulary& words,
                                          const std::vector<Action>& action_of);
// Throws InputError if there is no action, or more than a planner can choose from.
void check_action_count(int action_count);
// Adds `steps`, unless they are there.
std::vector<ParameterInfo> with_steps(std::vector<ParameterInfo> parameters);

template <SaysItself M>
DomainInfo domain_info();

template <SaysItself M>
class DomainOf final : public ModelDomain<M> {
  // What is half said would otherwise be left out without a word.
  static_assert(
      !requires { Symbols<M>::words; } || Symbolic<M>,
      "Symbols<M> lacks something that macro/symbols.h asks for");
  static_assert(
      !requires { &Picture<M>::scene; } || Pictured<M>,
      "Picture<M>::scene is not as play/scene.h has it");
  static_assert(
      !requires { typename M::Memory; } || Remembering<M>,
      "a model with a Memory has initial_memory() and remember(), as in pomdp/model.h");
  static_assert(
      !requires { &M::likelihood; } || Likelihood<M>,
      "likelihood(next, action, observation) is not as pomdp/model.h has it");

 public:
  explicit DomainOf(const Spec& spec)
      : parameters_(spec, domain_info<M>().parameters, domain_info<M>().positional),
        name_(parameters_.canonical()),
        step_limit_(parameters_.integer("steps")),
        some_model_(build(0)) {
    try {
      check_action_count(some_model_->action_count());
      if constexpr (Symbolic<M>) read_action_names();
    } catch (const InputError& e) {
      throw InputError(name_ + ": " + e.what());
    }
  }

  const std::string& name() const override { return name_; }
  double discount() const override { return some_model_->discount(); }
  int action_count() const override { return some_model_->action_count(); }
  int step_limit() const override { return step_limit_; }

  std::string action_name(Action a) const override {
    if constexpr (requires { some_model_->action_name(a); }) {
      return some_model_->action_name(a);
    } else {
      const auto i = static_cast<std::size_t>(a);
      return i < action_names_.size() ? action_names_[i] : "a" + std::to_string(a);
    }
  }

  std::string observation_name(Observation o) const override {
    if constexpr (requires { some_model_->observation_name(o); }) {
      return some_model_->observation_name(o);
    } else {
      return std::to_string(o);
    }
  }

  std::string layout(std::uint64_t seed) const override {
    if constexpr (requires { some_model_->layout(); }) {
      return make_model(seed)->layout();
    } else {
      return "";
    }
  }

  AgentConfig default_config() const override {
    if constexpr (requires { some_model_->default_config(); }) {
      return some_model_->default_config();
    } else {
      AgentConfig config;
      if constexpr (Bounded<M>) {
        config.pomcp.exploration = some_model_->max_reward() - some_model_->min_reward();
        config.pomcp.prior_value = some_model_->max_reward();
      }
      if constexpr (!MdpBounded<M>) config.despot.upper = "trivial";
      if constexpr (Measuring<M>) {
        config.measures = true;
        config.pomcp.reuse_tree = false;
        // Each particle draws an observation of its own: beliefs must be packed by far.
        config.adaops.delta = 1;
      }
      return config;
    }
  }

  std::shared_ptr<const M> make_model(std::uint64_t seed) const override {
    return kDrawsLayout ? build(seed) : some_model_;
  }

 private:
  static constexpr bool kDrawsLayout = std::constructible_from<M, const Parameters&, Rng&>;

  std::shared_ptr<const M> build([[maybe_unused]] std::uint64_t seed) const {
    if constexpr (kDrawsLayout) {
      Rng layout(seed, Purpose::layout);
      return std::make_shared<const M>(parameters_, layout);
    } else {
      return std::make_shared<const M>(parameters_);
    }
  }

  void read_action_names() {
    const DeclaredWords<M> words(some_model_);
    std::vector<Action> actions;
    for (const logic::GroundAction& g : words.vocabulary.ground_actions()) {
      actions.push_back(words.action_of(g));
    }
    action_names_ = names_of_actions(action_count(), words.vocabulary, actions);
  }

  Parameters parameters_;
  std::string name_;
  int step_limit_;
  // Of seed 0: what does not depend on the seed is asked of it.
  std::shared_ptr<const M> some_model_;
  std::vector<std::string> action_names_;
};

template <SaysItself M>
DomainInfo domain_info() {
  std::vector<std::string> positional;
  for (const ParameterInfo& p : M::parameters()) positional.push_back(p.name);
  return {M::name, M::summary, with_steps(M::parameters()), std::move(positional),
          [](const Spec& spec) -> std::unique_ptr<Domain> {
            return std::make_unique<DomainOf<M>>(spec);
          }};
}

}  // namespace holdfast
