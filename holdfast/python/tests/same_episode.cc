// Plays an episode by the library alone and prints it, for the test that compares ways to play:
//   holdfast_same_episode DOMAIN SEED [OPTION VALUE]...
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/episode_fields.h"

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto domain = holdfast::make_domain(argv[1]);
  holdfast::AgentSettings said;
  for (int i = 3; i + 1 < argc; i += 2) said[argv[i]] = argv[i + 1];
  const auto config = holdfast::configure(*domain, said);
  const auto seed = static_cast<std::uint64_t>(std::atoll(argv[2]));
  nlohmann::json episode = holdfast::episode_json(holdfast::play_episode(*domain, seed, config));
  holdfast::leave_out_timing(episode);
  std::cout << episode << '\n';
}
