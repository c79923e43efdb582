#include "holdfast/studio/playthrough.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/play/recording.h"
#include "holdfast/play/trace.h"

namespace holdfast::studio {

using nlohmann::json;

namespace {

json why_json(const Session& session, Action a) {
  const Why why = session.why(a);
  if (why.rule.empty()) return nullptr;
  return {{"rule", why.rule}, {"binding", why.binding}, {"words", why.words}};
}

json level_json(const Domain& domain, const TreeLevel& level) {
  json actions = json::array();
  for (const TreeAction& each : level) {
    const ActionEvidence& e = each.evidence;
    json seen = json::array();
    for (const SeenInTree& s : each.seen) {
      seen.push_back({{"observation", domain.observation_name(s.observation)},
                      {"number", s.observation},
                      {"visits", s.visits}});
    }
    actions.push_back({{"action", domain.action_name(e.action)},
                       {"number", e.action},
                       {"visits", e.visits},
                       {"value", e.value},
                       {"suggested", e.suggested},
                       {"seen", std::move(seen)}});
    if (std::isfinite(e.upper)) actions.back()["upper"] = e.upper;
  }
  return {{"actions", std::move(actions)}};
}

}  // namespace

json shown_decision(const Domain& domain, const Session& session, const Decision& decision) {
  json shown = decision_json(domain, decision);
  shown["seconds"] = decision.seconds;
  shown["simulations"] = decision.simulations + decision.trials;
  shown["nodes"] = decision.nodes;
  shown["depth"] = decision.depth;
  shown["why"] = json::object();
  for (const InForce& macro : decision.macro_actions) {
    shown["why"][domain.action_name(macro.action)] = why_json(session, macro.action);
  }
  return shown;
}

Playthrough::Playthrough(std::shared_ptr<const Domain> domain, std::uint64_t seed,
                         AgentConfig config)
    : domain_(std::move(domain)),
      seed_(seed),
      config_(std::move(config)),
      session_(domain_->start(seed_, config_)) {
  arrive();
}

void Playthrough::arrive() {
  Step step;
  step.shown = {{"scene", session_->scene()}, {"decision", nullptr}, {"taken", nullptr}};
  step.belief = session_->symbols(logic::Recall::everything());
  const std::lock_guard lock(data_);
  over_ = session_->over();
  cut_off_ = !over_ && static_cast<int>(steps_.size()) >= domain_->step_limit();
  steps_.push_back(std::move(step));
}

void Playthrough::decide(const std::stop_token& stop, bool again) {
  const std::lock_guard lock(search_);
  plan(stop, again);
}

void Playthrough::plan(const std::stop_token& stop, bool again) {
  if (finished()) throw InputError("the episode is over; go back, or start another");
  if (last().decision && !again) return;
  session_->stop_by(stop);
  Decision decision = session_->decide();
  json shown = shown_decision(*domain_, *session_, decision);
  if (stop.stop_requested()) shown["stopped"] = true;
  const std::lock_guard data(data_);
  last().shown["decision"] = std::move(shown);
  last().decision = std::move(decision);
}

Action Playthrough::legal_action(const std::string& name) const {
  for (const ActionEvidence& e : steps_.back().decision->actions) {
    if (domain_->action_name(e.action) == name) return e.action;
  }
  throw InputError(fmt::format("'{}' is not an action that is legal here", name));
}

void Playthrough::act(const std::string& chosen, const std::stop_token& stop) {
  const std::lock_guard lock(search_);
  plan(stop, false);
  const Action decided = last().decision->action;
  const Action a = chosen.empty() ? decided : legal_action(chosen);
  take(a, chosen.empty() ? kPlanner : kPerson);
}

void Playthrough::take(Action a, const std::string& by) {
  std::optional<learn::TraceStep> trace;
  if (const auto belief = session_->symbols()) {
    trace = trace_step(*belief, a, last().decision.value_or(Decision{}));
  }
  const Outcome outcome = session_->act(a);
  {
    const std::lock_guard data(data_);
    last().taken = a;
    last().reward = outcome.reward;
    last().trace = std::move(trace);
    if (last().trace) last().trace->reward = outcome.reward;
    last().shown["taken"] = {{"action", domain_->action_name(a)},
                             {"by", by},
                             {"observation", domain_->observation_name(outcome.observation)},
                             {"reward", outcome.reward}};
  }
  arrive();
}

std::vector<Action> Playthrough::actions_before(std::size_t step) const {
  const std::lock_guard lock(data_);
  if (step >= steps_.size()) {
    throw InputError(
        fmt::format("there is no step {}; the last one is {}", step, steps_.size() - 1));
  }
  std::vector<Action> actions;
  for (std::size_t i = 0; i < step; ++i) actions.push_back(*steps_[i].taken);
  return actions;
}

std::unique_ptr<Session> Playthrough::session_at(std::size_t step,
                                                 const AgentConfig& config) const {
  const std::vector<Action> actions = actions_before(step);
  std::unique_ptr<Session> session = domain_->start(seed_, config);
  for (const Action a : actions) session->act(a);
  return session;
}

void Playthrough::back_to(int step) {
  const std::lock_guard lock(search_);
  const auto wanted = static_cast<std::size_t>(step);
  session_ = session_at(wanted, config_);
  const std::lock_guard data(data_);
  steps_.resize(wanted + 1);
  over_ = session_->over();
  cut_off_ = !over_ && step >= domain_->step_limit();
  last().taken.reset();
  last().reward = 0;
  last().trace.reset();
  last().shown["taken"] = nullptr;
}

void Playthrough::replay(const std::vector<Taken>& actions) {
  const std::lock_guard lock(search_);
  for (const auto& [name, by] : actions) {
    if (finished()) throw InputError("the episode is over before its last action");
    Action a = 0;
    while (a < domain_->action_count() && domain_->action_name(a) != name) ++a;
    if (a == domain_->action_count()) {
      throw InputError(fmt::format("there is no action '{}' in {}", name, domain_->name()));
    }
    take(a, by);
  }
}

json Playthrough::replan(int step, const AgentConfig& config, const std::stop_token& stop) const {
  const std::unique_ptr<Session> session = session_at(static_cast<std::size_t>(step), config);
  if (session->over()) throw InputError("the episode is over at this step");
  session->stop_by(stop);
  const Decision decision = session->decide();
  json shown = shown_decision(*domain_, *session, decision);
  if (stop.stop_requested()) shown["stopped"] = true;
  return shown;
}

json Playthrough::look(std::span<const TreeStep> path) {
  const std::lock_guard lock(search_);
  return level_json(*domain_, session_->look(path));
}

json Playthrough::view(int from) const {
  const std::lock_guard lock(data_);
  double earned = 0, discounted = 0, factor = 1;
  for (const Step& step : steps_) {
    earned += step.reward;
    discounted += factor * step.reward;
    factor *= domain_->discount();
  }
  json steps = json::array();
  const std::size_t first = std::min(static_cast<std::size_t>(from), steps_.size() - 1);
  for (std::size_t i = first; i < steps_.size(); ++i) steps.push_back(steps_[i].shown);
  return {{"step", steps_.size() - 1},
          {"over", over_ || cut_off_},
          {"ended", over_      ? "by itself"
                    : cut_off_ ? "cut off"
                               : ""},
          {"earned", earned},
          {"discounted", discounted},
          {"from", first},
          {"steps", std::move(steps)}};
}

std::shared_ptr<const SymbolicBelief> Playthrough::belief(int step) const {
  actions_before(static_cast<std::size_t>(step));  // is there one?
  const std::lock_guard lock(data_);
  return steps_[static_cast<std::size_t>(step)].belief;
}

learn::TraceEpisode Playthrough::trace() const {
  const std::lock_guard lock(data_);
  learn::TraceEpisode episode{.seed = seed_, .terminal = over_};
  double factor = 1;
  for (const Step& step : steps_) {
    if (!step.trace) continue;
    episode.steps.push_back(*step.trace);
    episode.undiscounted += step.reward;
    episode.discounted += factor * step.reward;
    factor *= domain_->discount();
  }
  return episode;
}

}  // namespace holdfast::studio
