// An AIS agent on disk: the networks, what is needed to go on training exactly where it stopped,
// and what it was trained in. The format is in docs/ais.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "holdfast/ais/trainer.h"

namespace holdfast::ais {

struct AgentFile {
  std::string domain;  // canonical name of the domain it was trained in
  std::string layout;  // what the name does not say: where the rocks were
  std::uint64_t seed = 0;
  Options options;
  Progress progress;
};

// The file appears whole or not at all.
void save_agent(const AgentFile& agent, const std::filesystem::path& path);

// Throws InputError if the file is not an AIS agent, of another version, truncated or damaged.
AgentFile load_agent(const std::filesystem::path& path);

}  // namespace holdfast::ais
