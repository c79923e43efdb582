// How a Model becomes a Domain: ModelDomain<M> makes the model of an episode from its seed and
// wraps world and agent as a Session. A domain's own folder derives from it and says only what is
// its own: parameters, names, pictures.
#pragma once

#include <memory>

#include "holdfast/agents/make_agent.h"
#include "holdfast/plan/agent.h"
#include "holdfast/play/domain.h"

namespace holdfast {

template <Model M>
class ModelSession final : public Session {
 public:
  ModelSession(std::shared_ptr<const M> model, std::uint64_t seed, const AgentConfig& config)
      : model_(std::move(model)),
        world_rng_(seed, Purpose::world),
        world_(model_->sample_initial(world_rng_)),
        agent_(make_agent(model_, seed, config)) {
    agent_->allow(model_->legal_actions(world_));
  }

  Decision decide() override { return agent_->decide(); }
  void stop_by(std::stop_token stop) override { agent_->stop_by(std::move(stop)); }
  TreeLevel look(std::span<const TreeStep> path) const override { return agent_->look(path); }

  Outcome act(Action a) override {
    const Outcome outcome = real_step(*model_, world_, a, world_rng_);
    agent_->earn(outcome.reward);
    if (!outcome.terminal) {
      agent_->update(a, outcome.observation);
      agent_->allow(model_->legal_actions(world_));
    }
    return outcome;
  }

  bool over() const override { return model_->is_terminal(world_); }

  Why why(Action a) const override { return agent_->why(a); }

  int repairs() const override { return agent_->belief() ? agent_->belief()->repairs() : 0; }

  using Session::symbols;
  std::shared_ptr<const SymbolicBelief> symbols(const logic::Recall& recall) const override {
    if constexpr (Symbolic<M>) {
      if (!agent_->belief()) return nullptr;
      auto symbols = std::make_shared<DeclaredBelief<M>>(model_, recall);
      symbols->update(*agent_->belief());
      return symbols;
    } else {
      return nullptr;
    }
  }

  Scene scene() const override {
    if constexpr (Pictured<M>) {
      return Picture<M>::scene(*model_, world_, agent_->belief());
    } else {
      return {};
    }
  }

 private:
  std::shared_ptr<const M> model_;
  Rng world_rng_;
  typename M::State world_;
  std::unique_ptr<Agent<M>> agent_;
};

template <Model M>
class ModelDomain : public Domain {
 public:
  std::unique_ptr<Session> start(std::uint64_t seed, const AgentConfig& config) const final {
    return std::make_unique<ModelSession<M>>(make_model(seed), seed, in_force(config));
  }

  AgentConfig in_force(AgentConfig config) const final {
    const bool read = config.advice.theory && config.advice.theory->name == config.adviser();
    if (!config.has_rules() || read) return config;
    if constexpr (Symbolic<M>) {
      // What can be asked of the rules does not depend on the layout.
      config.advice.theory = theory_in_force<M>(config.adviser());
      if (!make_adviser(make_model(0), config.advice)->can_ask_in_search() &&
          config.advice.reading == Reading::situated) {
        config.advice.reading = Reading::temporal;
      }
      return config;
    } else {
      refuse(fmt::format("the guide '{}'", config.adviser()), "Symbolic (speaks to rules)");
    }
  }

  // DESPOT, where both of its bounds are exact tables: they are knowledge of the model alone.
  std::string teacher() const override {
    return MdpBounded<M> && DefaultValued<M> ? "despot" : "pomcp";
  }

  std::unique_ptr<World> world(std::uint64_t seed) const final {
    return std::make_unique<ModelWorld<M>>(make_model(seed));
  }

  // The model of the episode with this seed (its layout may be drawn from it).
  virtual std::shared_ptr<const M> make_model(std::uint64_t seed) const = 0;
};

}  // namespace holdfast
