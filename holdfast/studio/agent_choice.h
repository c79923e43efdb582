// The agent that a person has chosen in the studio: by options, and perhaps with a theory as it
// stands in the editor, which no file has yet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "holdfast/play/configure.h"
#include "holdfast/studio/request.h"

namespace holdfast::studio {

// What one request may cost, so that a slip of the finger does not take the machine down.
struct Limits {
  std::int64_t simulations = 20'000'000;
  double seconds = 120;
  // Episodes of a comparison, and seconds of learning.
  int episodes = 1000;
  double learning = 20;
  // Playthroughs that are kept; the one that was used longest ago goes first.
  std::size_t playthroughs = 32;
};

struct EditedTheory {
  std::string name = "theory.lp";
  std::string text;
};

struct AgentChoice {
  AgentSettings said;
  std::optional<EditedTheory> theory;
};

// Of {"settings": {...}, "theory": {"name": ..., "text": ...}}.
AgentChoice agent_choice(const Request& request);

// The agent with its theory read. Throws InputError as configure() does, on options that the studio
// does not offer, and on budgets beyond the limits.
AgentConfig config_of(const Domain& domain, const AgentChoice& choice, const Limits& limits);

// Rules bring extras into POMCP's search (AgentConfig::has_extras). Two agents that are compared
// differ in their advice alone: if one has the extras, both do.
void share_search(AgentConfig& one, AgentConfig& other);

}  // namespace holdfast::studio
