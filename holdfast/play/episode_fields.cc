#include "holdfast/play/episode_fields.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace holdfast {

std::span<const EpisodeField> episode_fields() {
  using R = EpisodeResult;
  using Measured = EpisodeField::Measured;
  static constexpr auto fields = std::to_array<EpisodeField>({
      {"discounted", &R::discounted, "discounted return", Measured::whole},
      {"undiscounted", &R::undiscounted, "undiscounted return", Measured::whole},
      {"steps", &R::steps, "steps", Measured::whole},
      {"terminal", &R::terminal, "ended by itself", Measured::whole},
      {"seconds", &R::seconds, "time per step", Measured::per_step, "s"},
      {"search_seconds", &R::search_seconds, "search time per step", Measured::per_step, "s"},
      {"simulations", &R::simulations, "simulations per step", Measured::per_step},
      {"model_steps", &R::model_steps, "model steps per step", Measured::per_step},
      {"trials", &R::trials, "trials per step", Measured::per_step},
      {"gamma_calls", &R::gamma_calls, "calls of Γ per step", Measured::per_step},
      {"dropped", &R::dropped, "suggestions that were not legal", Measured::whole},
      {"repairs", &R::repairs, "belief repairs", Measured::whole},
      {"nodes", &R::nodes, "nodes of the tree per step", Measured::per_step},
      {"depth", &R::depth, "depth of the tree", Measured::whole},
      {"lower", &R::lower},
      {"upper", &R::upper},
  });
  return fields;
}

double EpisodeField::number(const EpisodeResult& result) const {
  return std::visit([&](auto m) { return static_cast<double>(result.*m); }, member);
}

nlohmann::json episode_json(const EpisodeResult& result) {
  nlohmann::json json{{"seed", result.seed}};
  for (const EpisodeField& field : episode_fields()) {
    if (!std::isfinite(field.number(result))) continue;
    std::visit([&](auto m) { json[field.name] = result.*m; }, field.member);
  }
  return json;
}

EpisodeResult episode_from(const nlohmann::json& json) {
  EpisodeResult result{.seed = json.at("seed")};
  for (const EpisodeField& field : episode_fields()) {
    const auto found = json.find(field.name);
    if (found != json.end()) {
      std::visit([&](auto m) { found->get_to(result.*m); }, field.member);
    }
  }
  return result;
}

void leave_out_timing(nlohmann::json& episode) {
  for (const EpisodeField& field : episode_fields()) {
    if (field.is_timing()) episode.erase(field.name);
  }
}

}  // namespace holdfast
