#include "holdfast/app/agent_options.h"

#include "holdfast/base/error.h"

namespace holdfast::app {
namespace {

template <class T, class U>
void assign(U& target, const std::optional<T>& said) {
  if (said) target = *said;
}

}  // namespace

void AgentOptions::add_to(CLI::App& command) {
  command.add_option("--planner", planner_, "pomcp")->capture_default_str();
  command
      .add_option("--guide", guide_,
                  "Who advises the planner: pure (nobody), trivial (a fixed action), preferred "
                  "(the handcrafted policy)")
      ->capture_default_str();
  CLI::Option* sims =
      command.add_option("--sims", simulations_, "Simulations per step (default 1024)");
  command.add_option("--time", seconds_, "Seconds per step, instead of --sims")->excludes(sims);
  command.add_option("--particles", particles_,
                     "Particles of the belief (default: as many as simulations)");
  command.add_option("--exploration", exploration_,
                     "c of UCT, about the range of returns (default: the domain's)");
  command.add_option("--depth", depth_, "How far simulations look ahead (default: the domain's)");
  command.add_option("--prior-count", prior_count_,
                     "Count with which suggested actions start in the tree (default 10)");
  command.add_option("--prior-value", prior_value_,
                     "Value with which suggested actions start in the tree");
  command.add_option("--threads", threads_, "Threads that search together (root-parallel)")
      ->capture_default_str();
  command.add_flag("--fresh-tree", fresh_tree_, "Do not reuse the tree of the last step");
}

AgentConfig AgentOptions::config_for(const Domain& domain) const {
  AgentConfig config = domain.default_config();
  config.planner = planner_;
  config.guide = guide_;
  assign(config.pomcp.simulations, simulations_);
  if (seconds_) {
    if (!(*seconds_ > 0)) throw InputError("--time must be above 0 seconds");
    config.pomcp.seconds = *seconds_;
  }
  assign(config.pomcp.particles, particles_);
  assign(config.pomcp.exploration, exploration_);
  assign(config.pomcp.depth, depth_);
  assign(config.pomcp.prior_count, prior_count_);
  assign(config.pomcp.prior_value, prior_value_);
  config.pomcp.threads = threads_;
  if (fresh_tree_) config.pomcp.reuse_tree = false;
  return config;
}

}  // namespace holdfast::app
