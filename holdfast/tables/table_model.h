// A table as a model for planners.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "holdfast/macro/state_words_belief.h"
#include "holdfast/pomdp/model.h"
#include "holdfast/tables/random_walk.h"
#include "holdfast/tables/table_bounds.h"

namespace holdfast::tables {

// The value of a state to somebody who sees it.
class TableUpper {
 public:
  static constexpr bool kPathwise = false;
  explicit TableUpper(const double* values) : values_(values) {}
  template <class State>
  double value(const State& s) const {
    return values_[s.number];
  }
  std::string name() const { return "mdp"; }

 private:
  const double* values_;
};

class TableModel {
 public:
  struct State {
    std::uint32_t number = 0;
  };

  explicit TableModel(Table table, StateLanguage language = {})
      : shared_(std::make_shared<Shared>(std::move(table), std::move(language))) {}

  const Table& table() const { return table_; }
  const std::string& state_name(std::uint32_t number) const { return table_.states[number]; }
  double discount() const { return table_.discount; }
  int action_count() const { return static_cast<int>(table_.actions.size()); }
  std::int64_t observation_count() const {
    return static_cast<std::int64_t>(table_.observations.size());
  }
  double min_reward() const { return table_.min_reward; }
  double max_reward() const { return table_.max_reward; }

  State sample_initial(Rng& rng) const {
    return {table_.start.entry(table_.start.sample(0, rng)).value};
  }
  bool is_terminal(const State& s) const { return table_.terminal[s.number]; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(action_count()); }

  Transition move(State& s, Action a, Rng& rng) const {
    const std::size_t entry = table_.transitions.sample(table_.row(a, s.number), rng);
    s.number = table_.transitions.entry(entry).value;
    return {table_.rewards[entry], is_terminal(s)};
  }
  Transition random_move(State& s, Rng& rng) const {
    if (!walk_.empty()) return walk_.step(s.number, rng);
    return move(s, legal_actions(s).sample(rng), rng);
  }
  Outcome step(State& s, Action a, Rng& rng) const {
    const Transition t = move(s, a, rng);
    const std::size_t seen = table_.sights.sample(table_.row(a, s.number), rng);
    return {static_cast<Observation>(table_.sights.entry(seen).value), t.reward, t.terminal};
  }
  double likelihood(const State& next, Action a, Observation o) const {
    return table_.sights.probability(table_.row(a, next.number), static_cast<std::uint32_t>(o));
  }

  // The action that is best taken for ever, from the start.
  Action default_action(const State&) const { return bounds().blind; }
  double default_value(const State& s) const { return bounds().blind_value[s.number]; }
  TableUpper mdp_bound() const { return TableUpper(bounds().mdp.data()); }

  // For rules; may be without words.
  const StateLanguage& language() const { return shared_->language; }

 private:
  struct Shared {
    Shared(Table t, StateLanguage l) : table(std::move(t)), language(std::move(l)), walk(table) {}
    Table table;
    StateLanguage language;
    RandomWalk walk;
    // Made when somebody asks: only DESPOT does.
    std::once_flag once;
    TableBounds bounds;
  };

  const TableBounds& bounds() const {
    std::call_once(shared_->once, [&] { shared_->bounds = bounds_of(table_); });
    return shared_->bounds;
  }

  std::shared_ptr<Shared> shared_;
  const Table& table_ = shared_->table;
  const RandomWalk& walk_ = shared_->walk;
};

}  // namespace holdfast::tables

namespace holdfast {

template <>
struct Speech<tables::TableModel> {
  static std::unique_ptr<SpokenBelief<tables::TableModel>> belief(
      const std::shared_ptr<const tables::TableModel>& model, const logic::Recall& recall) {
    if (model->language().words.empty()) return nullptr;
    return std::make_unique<StateWordsBelief<tables::TableModel>>("table", model, model->language(),
                                                                  recall);
  }
};

}  // namespace holdfast
