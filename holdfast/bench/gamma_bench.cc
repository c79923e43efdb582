#include "holdfast/bench/gamma_bench.h"

#include <nlohmann/json.hpp>

#include "holdfast/bench/measure.h"
#include "holdfast/domains/rocksample/symbols.h"
#include "holdfast/macro/declared_belief.h"
#include "holdfast/macro/gamma.h"
#include "holdfast/macro/shipped.h"

namespace holdfast {
namespace {

constexpr int kRocks = 8;
constexpr int kSize = 12;

// The 8 rules with time of the paper's theory.
logic::Theory timed_rules_of_the_paper() {
  logic::Theory theory = shipped_theory("rocksample", "timed");
  std::erase_if(theory.rules, [](const logic::Rule& rule) {
    return rule.atom()->predicate != "init" && rule.atom()->predicate != "contd";
  });
  return theory;
}

// Rover and rocks anywhere on the grid, guesses in tens.
std::vector<std::shared_ptr<const SymbolicBelief>> random_beliefs(
    const DeclaredBelief<RockSample>& any, int count) {
  Rng rng(1);
  std::vector<std::shared_ptr<const SymbolicBelief>> beliefs;
  for (int i = 0; i < count; ++i) {
    logic::Facts facts(any.vocabulary());
    const Cell rover{static_cast<int>(rng.below(kSize)), static_cast<int>(rng.below(kSize))};
    const std::vector<Cell> rocks = RockSample::random_rocks(kSize, kRocks, rng);
    for (int r = 0; r < kRocks; ++r) {
      const Cell rock = rocks[static_cast<std::size_t>(r)];
      any.symbols().state(facts, r,
                          {rock.x - rover.x, rock.y - rover.y, static_cast<int>(rng.below(11))});
    }
    beliefs.push_back(any.with(facts));
  }
  return beliefs;
}

}  // namespace

void bench_gamma(nlohmann::json& results, int rounds) {
  Rng rng(1);
  const auto model = std::make_shared<const RockSample>(
      kSize, RockSample::random_rocks(kSize, kRocks, rng), Cell{0, kSize / 2});
  const ParticleBelief<RockSample> belief(model, 1 << 15, rng);
  DeclaredBelief<RockSample> symbols(model);
  Gamma gamma(timed_rules_of_the_paper(), symbols.vocabulary(), {.horizon = 12});
  const auto beliefs = random_beliefs(symbols, 256);
  std::vector<std::unique_ptr<Ahead>> aheads;
  for (const auto& b : beliefs) aheads.push_back(b->ahead());

  const std::vector<double> rates =
      best_rates({{"compiled",
                   [&] {
                     constexpr int kPasses = 400;
                     for (int i = 0; i < kPasses; ++i) {
                       for (std::size_t b = 0; b < beliefs.size(); ++b) {
                         gamma.macro_actions(beliefs[b]->facts(), *aheads[b]);
                       }
                     }
                     return static_cast<double>(kPasses) * static_cast<double>(beliefs.size());
                   }},
                  {"clingo",
                   [&] {
                     constexpr std::size_t kCalls = 100;
                     for (std::size_t i = 0; i < kCalls; ++i) {
                       gamma.reference().macro_actions({&beliefs[i]->facts(), aheads[i].get()});
                     }
                     return static_cast<double>(kCalls);
                   }},
                  {"features",
                   [&] {
                     constexpr int kUpdates = 200;
                     for (int i = 0; i < kUpdates; ++i) {
                       symbols.update(belief);
                     }
                     return static_cast<double>(kUpdates);
                   }}},
                 rounds);
  results["gamma_nanoseconds"] = 1e9 / rates[0];
  results["gamma_clingo_milliseconds"] = 1e3 / rates[1];
  results["gamma_vs_clingo"] = rates[0] / rates[1];
  results["features_nanoseconds_per_particle"] =
      1e9 / rates[2] / static_cast<double>(belief.size());
}

}  // namespace holdfast
