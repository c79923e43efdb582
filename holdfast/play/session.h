// How a Model becomes a Domain: ModelDomain<M> makes the model of an episode from its seed and
// wraps world and agent as a Session. A domain's own folder derives from it and says only what is
// its own: parameters, names, pictures.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <span>
#include <string>

#include "holdfast/agents/make_agent.h"
#include "holdfast/macro/spoken_belief.h"
#include "holdfast/plan/agent.h"
#include "holdfast/play/domain.h"
#include "holdfast/pomdp/measured.h"

namespace holdfast {

// Throws InputError if a number that somebody gives is not one of the first `count`.
void check_number(const char* what, std::int64_t number, std::int64_t count);

// What both kinds of Base, Session and OnlineAgent, do alike.
template <Model M, class Base>
class ModelAgentAtWork : public Base {
 public:
  Decision decide() override { return agent_->decide(); }
  void stop_by(std::stop_token stop) override { agent_->stop_by(std::move(stop)); }
  TreeLevel look(std::span<const TreeStep> path) const override { return agent_->look(path); }

  Why why(Action a) const override { return agent_->why(a); }

  int repairs() const override { return belief() ? belief()->repairs() : 0; }

  using Base::symbols;
  std::shared_ptr<const SymbolicBelief> symbols(const logic::Recall& recall) const override {
    if (!belief()) return nullptr;
    if constexpr (Symbolic<M>) {
      auto symbols = std::make_shared<DeclaredBelief<M>>(model_, recall);
      symbols->update(*belief());
      return symbols;
    } else if constexpr (Spoken<M>) {
      std::shared_ptr<SpokenBelief<M>> symbols = Speech<M>::belief(model_, recall);
      if (symbols) symbols->update(*belief());
      return symbols;
    } else {
      return nullptr;
    }
  }

  ParticleBytes particles() const override {
    ParticleBytes result{{}, sizeof(typename M::State)};
    if (belief()) {
      const auto bytes = std::as_bytes(belief()->particles());
      result.bytes.assign(bytes.begin(), bytes.end());
    }
    return result;
  }

 protected:
  ModelAgentAtWork(const std::shared_ptr<const M>& model, std::uint64_t seed,
                   const AgentConfig& config)
      : model_(model), agent_(make_agent(model, seed, config)) {}

  const ParticleBelief<M>* belief() const { return agent_->belief(); }

  std::shared_ptr<const M> model_;
  std::unique_ptr<Agent<M>> agent_;
};

template <Model M>
class ModelSession final : public ModelAgentAtWork<M, Session> {
 public:
  ModelSession(const std::shared_ptr<const M>& model, std::uint64_t seed, const AgentConfig& config)
      : ModelAgentAtWork<M, Session>(model, seed, config),
        world_rng_(seed, Purpose::world),
        world_(model->sample_initial(world_rng_)) {
    this->agent_->allow(model->legal_actions(world_));
  }

  // Whatever is thrown, the world is what it was, as the belief is.
  Outcome act(Action a) override {
    const auto world = world_;
    const Rng rng = world_rng_;
    try {
      const Outcome outcome = real_step(*this->model_, world_, a, world_rng_);
      this->agent_->earn(outcome.reward);
      if (!outcome.terminal) {
        this->agent_->update(a, outcome.observation);
        this->agent_->allow(this->model_->legal_actions(world_));
      }
      return outcome;
    } catch (...) {
      world_ = world;
      world_rng_ = rng;
      throw;
    }
  }

  bool over() const override { return this->model_->is_terminal(world_); }

  Scene scene() const override {
    if constexpr (Pictured<M>) {
      return Picture<M>::scene(*this->model_, world_, this->belief());
    } else {
      return {};
    }
  }

 private:
  Rng world_rng_;
  typename M::State world_;
};

template <Model M>
class ModelOnlineAgent final : public ModelAgentAtWork<M, OnlineAgent> {
 public:
  ModelOnlineAgent(const std::shared_ptr<const M>& model, std::uint64_t seed,
                   const AgentConfig& config)
      : ModelAgentAtWork<M, OnlineAgent>(model, seed, config) {
    if (!this->belief()) {
      throw InputError(fmt::format(
          "--planner {} keeps no belief, so it cannot follow a world that is elsewhere; use pomcp "
          "or despot",
          config.planner));
    }
  }

  void observe(Action a, Observation o) override {
    check_number("action", a, this->model_->action_count());
    check_number("observation", o, this->model_->observation_count());
    this->agent_->update(a, o);
  }
};

template <Model M>
class ModelDomain : public Domain {
 public:
  std::unique_ptr<Session> start(std::uint64_t seed, const AgentConfig& config) const final {
    return std::make_unique<ModelSession<M>>(make_model(seed), seed, in_force(config));
  }

  std::unique_ptr<OnlineAgent> start_online(std::uint64_t seed,
                                            const AgentConfig& config) const final {
    return std::make_unique<ModelOnlineAgent<M>>(make_model(seed), seed, in_force(config));
  }

  AgentConfig in_force(AgentConfig config) const final {
    const bool read = config.advice.theory && config.advice.theory->name == config.adviser();
    if (!config.has_rules() || read) return config;
    if constexpr (Symbolic<M>) {
      // What can be asked of the rules does not depend on the layout.
      config.advice.theory =
          theory_in_force(std::string(Symbols<M>::domain), config.adviser(), config.advice.theory);
      if (!make_adviser(make_model(0), config.advice)->can_ask_in_search() &&
          config.advice.reading == Reading::situated) {
        config.advice.reading = Reading::temporal;
      }
      return config;
    } else if constexpr (Spoken<M>) {
      config.advice.theory =
          theory_in_force(parse_spec(this->name()).name, config.adviser(), config.advice.theory);
      if (config.advice.reading == Reading::situated) config.advice.reading = Reading::temporal;
      return config;
    } else {
      refuse(fmt::format("the guide '{}'", config.adviser()), "Symbolic (speaks to rules)");
    }
  }

  // DESPOT, where both of its bounds are exact tables: they are knowledge of the model alone; and
  // AdaOPS, where it would take each measurement for the truth.
  std::string teacher() const override {
    if (!MdpBounded<M> || !DefaultValued<M>) return "pomcp";
    return Measuring<M> ? "adaops" : "despot";
  }

  std::unique_ptr<World> world(std::uint64_t seed) const final {
    return std::make_unique<ModelWorld<M>>(make_model(seed));
  }

  // The model of the episode with this seed (its layout may be drawn from it).
  virtual std::shared_ptr<const M> make_model(std::uint64_t seed) const = 0;
};

}  // namespace holdfast
