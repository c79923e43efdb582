#include "holdfast/agents/ais_config.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "holdfast/ais/agent_file.h"
#include "holdfast/ais/player.h"
#include "holdfast/base/error.h"
#include "holdfast/base/spec.h"

namespace holdfast {

const char* const kAisSees =
    "observations, its own actions and rewards; not its position, not the layout";

void load_ais(AisConfig& config, const std::string& domain) {
  if (config.path.empty()) {
    throw InputError("--planner ais needs --agent FILE; `holdfast train ais` writes one");
  }
  config.file = std::make_shared<ais::AgentFile>(ais::load_agent(config.path));
  const std::string& trained = config.file->domain;
  if (trained == domain) return;
  if (parse_spec(trained).name != parse_spec(domain).name) {
    throw InputError(
        fmt::format("{}: this agent was trained in {}, which is another domain than {}",
                    config.path, trained, domain));
  }
  if (!config.transfer) {
    throw InputError(fmt::format(
        "{}: this agent was trained in {}, not in {}; play there, or say --transfer to see how it "
        "does in another instance",
        config.path, trained, domain));
  }
}

std::unique_ptr<Player> make_ais_player(const AisConfig& config, int actions,
                                        std::int64_t observations, std::uint64_t seed) {
  if (!config.file) throw InputError("--planner ais needs --agent FILE");
  const ais::Shape& shape = config.file->progress.weights.shape;
  if (shape.actions == actions && shape.observations == observations) {
    return std::make_unique<ais::Player>(config.file, seed);
  }
  throw InputError(
      fmt::format("{}: this agent has {} actions and {} observations, the model has {} and {}; "
                  "train an agent for it",
                  config.path, shape.actions, shape.observations, actions, observations));
}

nlohmann::json ais_json(const AisConfig& config) {
  nlohmann::json json{{"agent", config.path}, {"transfer", config.transfer}, {"sees", kAisSees}};
  if (config.file) {
    json["trained_in"] = config.file->domain;
    json["trained_layout"] = config.file->layout;
    json["batches"] = config.file->progress.batches;
    json["training_episodes"] = config.file->progress.episodes;
    json["loss"] = to_string(config.file->options.loss);
    json["training_seed"] = config.file->seed;
  }
  return json;
}

std::string describe_ais(const AisConfig& config) {
  const ais::AgentFile& file = *config.file;
  std::string text = fmt::format("  AIS sees {}.\n  It was trained in {}", kAisSees, file.domain);
  if (!file.layout.empty()) text += fmt::format(",\n  with one layout: {}", file.layout);
  return text + fmt::format(";\n  {} batches, {} episodes, loss {}, seed {}.\n",
                            file.progress.batches, file.progress.episodes,
                            to_string(file.options.loss), file.seed);
}

}  // namespace holdfast
