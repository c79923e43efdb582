// A domain at run time: `rocksample(size=12,rocks=8)` chosen by a string. One episode of it is a
// Session: a true world and an agent in it. The wrapping costs one virtual call per real step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "holdfast/agents/agent_config.h"
#include "holdfast/base/spec.h"
#include "holdfast/logic/memory_words.h"
#include "holdfast/macro/symbolic_belief.h"
#include "holdfast/plan/decision.h"
#include "holdfast/plan/tree_view.h"
#include "holdfast/play/scene.h"
#include "holdfast/pomdp/world.h"

namespace holdfast {

// A belief's particles as they lie in memory, for those who do not know the model's type.
struct ParticleBytes {
  std::vector<std::byte> bytes;
  std::size_t bytes_per_state = 0;
};

// An agent at work: what it would do, why, and what it believes.
class AgentAtWork {
 public:
  virtual ~AgentAtWork() = default;
  // What the agent would do now.
  virtual Decision decide() = 0;
  // As Agent has them: searches end early once this asks for it; a look into the last search's
  // tree.
  virtual void stop_by(std::stop_token stop) = 0;
  virtual TreeLevel look(std::span<const TreeStep> path) const = 0;
  // Why the agent's guide suggests this action now; empty if it does not.
  virtual Why why(Action a) const = 0;
  // How often the belief had to be repaired so far (see ParticleBelief).
  virtual int repairs() const = 0;
  // The belief as rules see it, which may outlive the session, with the facts of the past that are
  // asked for; null if the domain has no symbols or the agent no belief.
  virtual std::shared_ptr<const SymbolicBelief> symbols(const logic::Recall& recall) const = 0;
  std::shared_ptr<const SymbolicBelief> symbols() const { return symbols({}); }
  // None if the agent has no belief.
  virtual ParticleBytes particles() const = 0;
};

// An agent and its world.
class Session : public AgentAtWork {
 public:
  // Does it: the world moves, and the agent updates its belief. Must not be over().
  virtual Outcome act(Action a) = 0;
  virtual bool over() const = 0;
  // What there is to see of the world and the belief.
  virtual Scene scene() const = 0;
};

// An agent whose world is elsewhere: a robot's, or another simulator's. It decides, somebody acts,
// and it is told what came of that.
class OnlineAgent : public AgentAtWork {
 public:
  // This action was taken and this was seen; the episode goes on. Throws InputError if there is no
  // such action or observation, Error if no state of the model explains it; then nothing changes.
  virtual void observe(Action a, Observation o) = 0;
};

class Domain {
 public:
  virtual ~Domain() = default;
  // The canonical string with every parameter, by which the same domain is made again.
  virtual const std::string& name() const = 0;
  virtual double discount() const = 0;
  virtual int action_count() const = 0;
  virtual std::string action_name(Action a) const = 0;
  virtual std::string observation_name(Observation o) const = 0;
  // Episodes are cut off after this many steps.
  virtual int step_limit() const = 0;
  // The same agent with its theory read (once for all episodes), and by the reading that can serve
  // it. Throws InputError if there is no such theory or the domain does not speak to rules.
  virtual AgentConfig in_force(AgentConfig config) const = 0;
  // The domain's usual settings of the planners (exploration constant, depth, scenarios, ...).
  virtual AgentConfig default_config() const = 0;
  // The planner that makes the best traces per second by these settings, without handcrafted
  // advice.
  virtual std::string teacher() const { return "pomcp"; }
  // The world of the episode with this seed, without an agent, for learners that play many
  // episodes in it.
  virtual std::unique_ptr<World> world(std::uint64_t seed) const = 0;
  // What that seed decides and the name does not say (where the rocks are), in words; or "".
  virtual std::string layout(std::uint64_t) const { return ""; }
  // The discounted return that the best policy earns on average, where it is known exactly.
  virtual std::optional<double> optimum() const { return std::nullopt; }
  // What the instance is made of, for people: a title and its lines. For domains that are read from
  // files.
  struct Section {
    std::string title;
    std::vector<std::string> lines;
  };
  virtual std::vector<Section> contents() const { return {}; }
  // Starts the episode with this seed: layout, world, belief and search draw from its streams.
  // Throws InputError if the agent needs what the model does not have.
  virtual std::unique_ptr<Session> start(std::uint64_t seed, const AgentConfig& config) const = 0;
  // The same agent without a world. Throws InputError for one that keeps no belief.
  virtual std::unique_ptr<OnlineAgent> start_online(std::uint64_t seed,
                                                    const AgentConfig& config) const = 0;
};

// What `holdfast domains` lists.
struct DomainInfo {
  std::string name;
  std::string summary;
  std::vector<ParameterInfo> parameters;
  // The parameters that bare words fill, in order: `rocksample(11,11)`.
  std::vector<std::string> positional;
  std::unique_ptr<Domain> (*make)(const Spec&);
  // Of a domain from outside: the file that it was loaded from, and a digest of that.
  std::string file = {};
  std::string content = {};
};

}  // namespace holdfast
