// The trained agent behind `--planner ais`: reading its file, and whether it fits a domain. In a
// build without AIS (HOLDFAST_AIS=OFF) every call here throws InputError that says so.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "holdfast/agents/agent_config.h"
#include "holdfast/plan/player.h"

namespace holdfast {

// What an AIS agent is told, in one sentence, for people and results.
extern const char* const kAisSees;

// Reads config.path into config.file. Throws InputError if there is none, if it cannot be read, or
// if it was trained in another domain; in another instance of the domain, unless config.transfer.
void load_ais(AisConfig& config, const std::string& domain);

// The agent in an episode with this seed. Throws InputError unless it has been read and has these
// numbers.
std::unique_ptr<Player> make_ais_player(const AisConfig& config, int actions,
                                        std::int64_t observations, std::uint64_t seed);

// Where it was trained and what it sees; stored with results.
nlohmann::json ais_json(const AisConfig& config);

// The same for people, a few lines.
std::string describe_ais(const AisConfig& config);

}  // namespace holdfast
