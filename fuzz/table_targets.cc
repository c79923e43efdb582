// Classic files: read within small limits, and run for some steps.
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

void run_for_some_steps(tables::Table table) {
  const tables::TableModel model(std::move(table));
  Rng rng(1);
  tables::TableModel::State s = model.sample_initial(rng);
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
