// The domain of a model of one size, for the files that make one.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "holdfast/domains/rddl/rddl_domain_of.h"
#include "holdfast/domains/rddl/symbols.h"
#include "holdfast/play/session.h"

namespace holdfast {

template <int kWords, ActionSetType Actions>
class SizedRddlDomain final : public ModelDomain<WordedModel<kWords, Actions>> {
 public:
  using M = WordedModel<kWords, Actions>;
  static_assert(Symbolic<M> && Recognised<M> && Remembering<M>);
  static_assert(Conditioned<M> && Perturbable<M>, "else its beliefs die");
  static_assert(Pictured<M>);

  static std::unique_ptr<Domain> make(const std::string& name, const RddlSource& source) {
    if (!M::fits(*source.interpreter)) return nullptr;
    return std::make_unique<SizedRddlDomain>(name, source);
  }

  SizedRddlDomain(std::string name, const RddlSource& source)
      : name_(std::move(name)),
        source_(source),
        model_(std::make_shared<const M>(rddl::Engine(source.interpreter), source.words)) {}

  const std::string& name() const override { return name_; }
  double discount() const override { return model_->discount(); }
  int action_count() const override { return model_->action_count(); }
  std::string action_name(Action a) const override { return model_->action_name(a); }
  std::string observation_name(Observation o) const override { return model_->observation_name(o); }
  int step_limit() const override { return model_->model().program.horizon; }

  AgentConfig default_config() const override {
    AgentConfig config;
    config.pomcp.exploration = spread_of_returns();
    config.pomcp.prior_value = config.pomcp.exploration;
    config.pomcp.depth = config.despot.depth = std::min(step_limit(), kMaxDepth);
    config.despot.upper = "relaxed";
    return config;
  }

  std::vector<Domain::Section> contents() const override { return rddl_contents(*source_.words); }

  // Compiled when somebody will play, since that may take seconds.
  std::shared_ptr<const M> make_model(std::uint64_t) const override {
    std::call_once(is_made_, [&] {
      made_ = std::make_shared<const M>(rddl::make_engine(source_.interpreter, source_.engine),
                                        source_.words);
    });
    return made_;
  }

 private:
  // Of random play; UCT wants about that. Where all play is alike, the range of one reward.
  double spread_of_returns() const {
    constexpr int kEpisodes = 100;
    Rng rng(1);
    std::vector<double> returns;
    for (int i = 0; i < kEpisodes; ++i) {
      double total = 0;
      typename M::State s = model_->sample_initial(rng);
      for (int step = 0; !model_->is_terminal(s); ++step) {
        const Actions legal = model_->legal_actions(s);
        total += model_->move(s, i == 0 ? model_->noop() : legal.sample(rng), rng).reward;
      }
      returns.push_back(total);
    }
    const auto [low, high] = std::minmax_element(returns.begin(), returns.end());
    if (*high > *low) return *high - *low;
    const double range = model_->max_reward() - model_->min_reward();
    return std::isfinite(range) && range > 0 ? range : 1;
  }

  std::string name_;
  RddlSource source_;
  // Interpreted, for all but play.
  std::shared_ptr<const M> model_;
  mutable std::once_flag is_made_;
  mutable std::shared_ptr<const M> made_;
};

}  // namespace holdfast
