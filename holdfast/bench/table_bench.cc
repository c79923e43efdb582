#include "holdfast/bench/table_bench.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "holdfast/bench/measure.h"
#include "holdfast/plan/pomcp_agent.h"
#include "holdfast/tables/table_model.h"

namespace holdfast {
namespace {

using tables::Table;
using tables::TableModel;

constexpr double kStraight = 0.8, kAside = 0.1, kRight = 0.8;

FloorModel::State stepped(FloorModel::State s, int direction) {
  constexpr int kDx[] = {0, 1, 0, -1}, kDy[] = {1, 0, -1, 0};
  s.x = static_cast<std::int8_t>(std::clamp(s.x + kDx[direction], 0, FloorModel::kWidth - 1));
  s.y = static_cast<std::int8_t>(std::clamp(s.y + kDy[direction], 0, FloorModel::kHeight - 1));
  return s;
}

bool is_corner(const FloorModel::State& s) {
  return s.x == FloorModel::kWidth - 1 && s.y == FloorModel::kHeight - 1;
}

int band(const FloorModel::State& s) { return s.x * FloorModel::kBands / FloorModel::kWidth; }

std::uint32_t number(const FloorModel::State& s) {
  return static_cast<std::uint32_t>(s.y * FloorModel::kWidth + s.x);
}

FloorModel::State state(int n) {
  return {static_cast<std::int8_t>(n % FloorModel::kWidth),
          static_cast<std::int8_t>(n / FloorModel::kWidth)};
}

tables::Distributions::Row as_row(const std::map<std::uint32_t, double>& chances) {
  return {chances.begin(), chances.end()};
}

// Searches from the first belief, each from an empty tree.
template <Model M>
Contender searches(const std::shared_ptr<const M>& model) {
  return {"", [model] {
            constexpr int kSearches = 4;
            PomcpOptions options;
            options.simulations = 1 << 13;
            options.exploration = 11;
            options.reuse_tree = false;
            double simulations = 0;
            for (int i = 0; i < kSearches; ++i) {
              PomcpAgent<M, PureGuide> agent(model, static_cast<std::uint64_t>(i), options,
                                             PureGuide{});
              simulations += static_cast<double>(agent.decide().simulations);
            }
            return simulations;
          }};
}

template <Model M>
Contender steps(const std::shared_ptr<const M>& model) {
  return {"", [model] {
            constexpr int kSteps = 1'000'000;
            Rng rng(1);
            auto s = model->sample_initial(rng);
            double earned = 0;
            for (int i = 0; i < kSteps; ++i) {
              earned += model->step(s, static_cast<Action>(rng.below(4)), rng).reward;
            }
            // So that nobody leaves the steps out.
            return earned < 1e9 ? kSteps : 0.0;
          }};
}

}  // namespace

FloorModel::State FloorModel::sample_initial(Rng& rng) const {
  return state(static_cast<int>(rng.below(kStates)));
}

Transition FloorModel::move(State& s, Action a, Rng& rng) const {
  const double u = rng.uniform();
  const int direction = u < kStraight ? a : u < kStraight + kAside ? (a + 1) % 4 : (a + 3) % 4;
  s = stepped(s, direction);
  return {is_corner(s) ? 10.0 : -1.0, false};
}

Outcome FloorModel::step(State& s, Action a, Rng& rng) const {
  const Transition t = move(s, a, rng);
  const double u = rng.uniform();
  const int off = u < kRight ? 0 : u < kRight + (1 - kRight) / 2 ? 1 : -1;
  return {std::clamp(band(s) + off, 0, kBands - 1), t.reward, false};
}

double FloorModel::likelihood(const State& next, Action, Observation o) const {
  double p = band(next) == o ? kRight : 0;
  for (const int off : {-1, 1}) {
    if (std::clamp(band(next) + off, 0, kBands - 1) == o) p += (1 - kRight) / 2;
  }
  return p;
}

Table floor_table() {
  const FloorModel model;
  Table table;
  table.discount = model.discount();
  table.states = tables::numbered("s", FloorModel::kStates);
  table.actions = tables::numbered("a", model.action_count());
  table.observations = tables::numbered("o", FloorModel::kBands);
  std::map<std::uint32_t, double> start;
  for (std::uint32_t s = 0; s < FloorModel::kStates; ++s) start[s] = 1.0 / FloorModel::kStates;
  table.start.add(as_row(start));
  for (int a = 0; a < model.action_count(); ++a) {
    for (int n = 0; n < FloorModel::kStates; ++n) {
      std::map<std::uint32_t, double> next, seen;
      next[number(stepped(state(n), a))] += kStraight;
      next[number(stepped(state(n), (a + 1) % 4))] += kAside;
      next[number(stepped(state(n), (a + 3) % 4))] += kAside;
      table.transitions.add(as_row(next));
      for (const auto& [s, p] : next) {
        table.rewards.push_back(is_corner(state(static_cast<int>(s))) ? 10 : -1);
      }
      for (int o = 0; o < FloorModel::kBands; ++o) {
        if (const double p = model.likelihood(state(n), a, o); p > 0) {
          seen[static_cast<std::uint32_t>(o)] = p;
        }
      }
      table.sights.add(as_row(seen));
    }
  }
  complete(table);
  return table;
}

void bench_table(nlohmann::json& results, int rounds) {
  const auto written = std::make_shared<const FloorModel>();
  const auto table = std::make_shared<const TableModel>(floor_table());
  const std::vector<double> rates =
      best_rates({searches(written), searches(table), steps(written), steps(table)}, rounds);
  results["written_simulations_per_second"] = rates[0];
  results["table_simulations_per_second"] = rates[1];
  results["table_vs_written_simulations"] = rates[1] / rates[0];
  results["table_vs_written_steps"] = rates[3] / rates[2];
}

}  // namespace holdfast
