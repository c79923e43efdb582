// One episode in the hands of a person: planned step by step, acted in by the planner or by them,
// and taken back to any step. Going back plays the same actions again: world and belief are the
// same, because they draw from streams of their own; the search starts afresh there.
//
// May be used from several threads: one searches, while others look at the steps that there are.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "holdfast/learn/traces.h"
#include "holdfast/play/domain.h"

namespace holdfast::studio {

class Playthrough {
 public:
  Playthrough(std::shared_ptr<const Domain> domain, std::uint64_t seed, AgentConfig config);
  Playthrough(const Playthrough&) = delete;
  Playthrough& operator=(const Playthrough&) = delete;

  const Domain& domain() const { return *domain_; }
  std::uint64_t seed() const { return seed_; }
  const AgentConfig& config() const { return config_; }

  // Plans at the last step, unless it is planned already and not to be again. A search that is
  // stopped decides by what it has found.
  void decide(const std::stop_token& stop, bool again = false);
  // Does what was decided, or what a person chose: the name of a legal action. Plans before, if
  // nobody has. Throws InputError if the episode is over, or the action is not legal.
  void act(const std::string& chosen, const std::stop_token& stop);
  // Throws InputError if there is no such step.
  void back_to(int step);
  // Who takes an action.
  static constexpr const char* kPlanner = "planner";
  static constexpr const char* kPerson = "person";
  // An action by its name, as somebody took it.
  struct Taken {
    std::string action;
    std::string by;
  };
  // Plays these actions, as act() does, but without planning: to come back to an episode that was
  // played before.
  void replay(const std::vector<Taken>& actions);

  // What another agent, or the same one afresh, would decide at the belief of a step.
  nlohmann::json replan(int step, const AgentConfig& config, const std::stop_token& stop) const;
  // A level of the tree of the last search: {"actions": [{action, visits, value, seen: [...]}]}.
  nlohmann::json look(std::span<const TreeStep> path);

  // {step, over, ended, earned, discounted, from, steps: [{scene, decision, taken}]}, with the
  // steps from `from` on. docs/studio.md describes it.
  nlohmann::json view(int from) const;
  // The belief of a step as rules see it, with all that they may ask of the past; null if there is
  // none. Throws InputError if there is no such step.
  std::shared_ptr<const SymbolicBelief> belief(int step) const;
  // What was done so far, for learning.
  learn::TraceEpisode trace() const;

 private:
  struct Step {            // NOLINT(bugprone-exception-escape): json may throw where it is moved
    nlohmann::json shown;  // as view() has it
    std::shared_ptr<const SymbolicBelief> belief;
    std::optional<Decision> decision;
    std::optional<Action> taken;
    std::optional<learn::TraceStep> trace;
    double reward = 0;
  };

  std::unique_ptr<Session> session_at(std::size_t step, const AgentConfig& config) const;
  std::vector<Action> actions_before(std::size_t step) const;
  Action legal_action(const std::string& name) const;
  // Both with search_ locked.
  void plan(const std::stop_token& stop, bool again);
  void take(Action a, const std::string& by);
  void arrive();
  Step& last() { return steps_.back(); }
  bool finished() const { return over_ || cut_off_; }

  std::shared_ptr<const Domain> domain_;
  std::uint64_t seed_;
  AgentConfig config_;
  // Held while the session is used, which may be long; the other only to look at the steps.
  std::mutex search_;
  mutable std::mutex data_;
  std::unique_ptr<Session> session_;
  std::vector<Step> steps_;
  bool over_ = false;
  bool cut_off_ = false;
};

// A decision as the page shows it: as recordings have it, with the reasons of what is suggested.
nlohmann::json shown_decision(const Domain& domain, const Session& session,
                              const Decision& decision);

}  // namespace holdfast::studio
