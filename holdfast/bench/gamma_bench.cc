#include "holdfast/bench/gamma_bench.h"

#include <nlohmann/json.hpp>

#include "holdfast/bench/measure.h"
#include "holdfast/domains/rocksample/symbols.h"
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
std::vector<logic::Facts> random_beliefs(const logic::Vocabulary& vocabulary, int count) {
  Rng rng(1);
  std::vector<logic::Facts> beliefs;
  for (int i = 0; i < count; ++i) {
    logic::Facts facts(vocabulary);
    const Cell rover{static_cast<int>(rng.below(kSize)), static_cast<int>(rng.below(kSize))};
    const std::vector<Cell> rocks = RockSample::random_rocks(kSize, kRocks, rng);
    for (int r = 0; r < kRocks; ++r) {
      const Cell rock = rocks[static_cast<std::size_t>(r)];
      set_rock(facts, r, rock.x - rover.x, rock.y - rover.y, 10 * static_cast<int>(rng.below(11)));
    }
    beliefs.push_back(std::move(facts));
  }
  return beliefs;
}

}  // namespace

void bench_gamma(nlohmann::json& results, int rounds) {
  const logic::Vocabulary vocabulary = rocksample_vocabulary(kRocks);
  const RockSampleEffects effects;
  Gamma gamma(timed_rules_of_the_paper(), vocabulary, {.horizon = 12});
  const std::vector<logic::Facts> beliefs = random_beliefs(vocabulary, 256);

  Rng rng(1);
  const RockSample model(kSize, RockSample::random_rocks(kSize, kRocks, rng), {0, kSize / 2});
  const ParticleBelief<RockSample> belief(model, 1 << 15, rng);
  Symbols<RockSample> symbols(model);

  const std::vector<double> rates =
      best_rates({{"compiled",
                   [&] {
                     constexpr int kPasses = 400;
                     for (int i = 0; i < kPasses; ++i) {
                       for (const logic::Facts& facts : beliefs) {
                         gamma.macro_actions(facts, effects);
                       }
                     }
                     return static_cast<double>(kPasses) * static_cast<double>(beliefs.size());
                   }},
                  {"clingo",
                   [&] {
                     constexpr int kCalls = 100;
                     for (int i = 0; i < kCalls; ++i) {
                       const Situation situation{&beliefs[static_cast<std::size_t>(i)], &effects};
                       gamma.reference().macro_actions(situation);
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
