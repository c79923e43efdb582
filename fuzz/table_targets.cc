// Classic files: read within small limits, run for some steps, and valued for bounds.
#include <cmath>
#include <cstdlib>

#include "fuzz/targets.h"
#include "holdfast/tables/pomdp_reader.h"
#include "holdfast/tables/pomdpx_reader.h"
#include "holdfast/tables/table_model.h"

namespace holdfast::fuzz {
namespace {

constexpr tables::Limits kSmall{
    .states = 500, .actions = 20, .observations = 500, .rows = 5'000, .entries = 50'000};

// Twenty thousand sweeps over so many entries take no time.
constexpr std::size_t kMostValued = 200;

void run_for_some_steps(tables::Table table) {
  const tables::TableModel model(std::move(table));
  Rng rng(1);
  tables::TableModel::State s = model.sample_initial(rng);
  // Nobody who sees the state earns less than who always does the same.
  const bool quick = model.table().transitions.entries() <= kMostValued;
  if (quick && !(model.mdp_bound().value(s) >= model.default_value(s))) std::abort();
  for (int step = 0; step < 20; ++step) {
    const Action a = step % model.action_count();
    const Outcome o = model.step(s, a, rng);
    const bool sane = std::isfinite(o.reward) && o.reward >= model.min_reward() &&
                      o.reward <= model.max_reward() && o.observation < model.observation_count();
    if (!sane || model.likelihood(s, a, o.observation) <= 0) std::abort();
  }
}

}  // namespace

void pomdp(std::string_view bytes) {
  run_for_some_steps(tables::parse_pomdp(bytes, "model.pomdp", kSmall));
}

void pomdpx(std::string_view bytes) {
  run_for_some_steps(tables::parse_pomdpx(bytes, "model.pomdpx", kSmall));
}

}  // namespace holdfast::fuzz
