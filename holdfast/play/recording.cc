#include "holdfast/play/recording.h"

#include <algorithm>
#include <cmath>

#include "holdfast/agents/agent_options.h"
#include "holdfast/base/error.h"
#include "holdfast/base/json.h"
#include "holdfast/base/version.h"
#include "holdfast/play/episode_fields.h"

namespace holdfast {
namespace {

constexpr int kFormat = 2;

// Four digits are enough to look at, and keep files small.
double rounded(double x) { return std::round(x * 1e4) / 1e4; }

void round_numbers(nlohmann::json& j) {
  if (j.is_number_float()) {
    j = rounded(j.get<double>());
  } else if (j.is_structured()) {
    for (nlohmann::json& part : j) round_numbers(part);
  }
}

}  // namespace

nlohmann::json decision_json(const Domain& domain, const Decision& d) {
  nlohmann::json actions = nlohmann::json::array();
  for (const ActionEvidence& evidence : d.actions) {
    actions.push_back({{"action", domain.action_name(evidence.action)},
                       {"visits", evidence.visits},
                       {"value", evidence.value},
                       {"suggested", evidence.suggested}});
    if (std::isfinite(evidence.upper)) actions.back()["upper"] = evidence.upper;
    if (evidence.visits_before > 0) {
      actions.back()["visits_before"] = evidence.visits_before;
      actions.back()["value_before"] = evidence.value_before;
    }
  }
  nlohmann::json result{{"action", domain.action_name(d.action)},
                        {"value", d.value},
                        {"actions", std::move(actions)},
                        {"gamma_calls", d.gamma_calls}};
  if (!d.guide_trusted) result["guide_trusted"] = false;
  if (std::isfinite(d.lower)) result["lower"] = d.lower;
  if (std::isfinite(d.upper)) result["upper"] = d.upper;
  for (const InForce& macro : d.macro_actions) {
    result["macro_actions"].push_back(
        {{"action", domain.action_name(macro.action)}, {"length", macro.steps}});
  }
  return result;
}

EpisodeObserver Recorder::observer() {
  return {.start = {},
          .before =
              [this](const Session& session, int, const Decision& decision) {
                nlohmann::json step = decision_json(domain_, decision);
                const Why why = session.why(decision.action);
                if (!why.rule.empty()) step["rule"] = why.rule;
                if (!why.binding.empty()) step["binding"] = why.binding;
                if (!why.words.empty()) step["words"] = why.words;
                step["scene"] = session.scene();
                round_numbers(step);
                steps_.push_back(std::move(step));
              },
          .after =
              [this](const Session& session, const StepEvent& event) {
                nlohmann::json& step = steps_.back();
                step["observation"] = domain_.observation_name(event.outcome.observation);
                step["reward"] = rounded(event.outcome.reward);
                last_scene_ = session.scene();
                round_numbers(last_scene_);
              }};
}

std::string Recorder::finish(const AgentConfig& config, const EpisodeResult& result, bool timing) {
  nlohmann::json recording{{"format", "holdfast-recording"},      {"version", kFormat},
                           {"revision", std::string(revision())}, {"domain", domain_.name()},
                           {"planner", config.planner},           {"guide", config.guide},
                           {"options", config_json(config)},      {"result", episode_json(result)},
                           {"steps", std::move(steps_)},          {"end", std::move(last_scene_)}};
  if (!timing) leave_out_timing(recording["result"]);
  return recording.dump();
}

RecordedEpisode record_episode(const Domain& domain, std::uint64_t seed, const AgentConfig& config,
                               const RecordOptions& options) {
  Recorder recorder(domain);
  EpisodeObserver observer = recorder.observer();
  observer.before = [&options, record = observer.before](const Session& session, int step,
                                                         const Decision& decision) {
    if (options.before) options.before(session, step, decision);
    record(session, step, decision);
  };
  RecordedEpisode episode;
  episode.result = play_episode(domain, seed, config, observer);
  episode.recording = recorder.finish(config, episode.result, options.timing);
  return episode;
}

std::string without_timing(const std::string& recording) {
  try {
    nlohmann::json json = parse_json(recording);
    if (!json.is_object() || !json.contains("result")) return recording;
    leave_out_timing(json["result"]);
    return json.dump();
  } catch (const nlohmann::json::exception&) {
    return recording;
  } catch (const InputError&) {
    return recording;
  }
}

}  // namespace holdfast
