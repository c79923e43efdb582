// The semantics against the planning competition of 2014: how doing nothing and acting at random
// fared there, in every instance at hand. Skipped where its files are not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>

#include "holdfast/base/statistics.h"
#include "holdfast/rddl/interpreter.h"
#include "holdfast/rddl/test_files.h"

namespace holdfast::rddl {
namespace {

// The means, by instance and planner; each of 30 runs.
constexpr double kRunsThere = 30;
std::map<std::pair<std::string, std::string>, double> published() {
  std::ifstream file(competition_files() / "ippc2014.csv");
  std::map<std::pair<std::string, std::string>, double> all;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string instance, planner, runs, normalised, mean;
    for (std::string* cell : {&instance, &planner, &runs, &normalised, &mean}) {
      std::getline(cells, *cell, ',');
    }
    all[{instance, planner}] = std::stod(mean);
  }
  return all;
}

// The competition's random player: nothing at first, then any set of action fluents that is legal.
double play(const Interpreter& interpreter, bool random, std::uint64_t seed) {
  const Program& program = interpreter.model().program;
  std::vector<double> weights;
  for (const JointAction& joint : interpreter.model().joint_actions) weights.push_back(joint.sets);
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  Rng rng(seed);
  std::vector<std::uint64_t> words = interpreter.initial();
  const std::size_t n = words.size();
  words.resize(2 * n);
  double total = 0;
  for (int step = 0; step < program.horizon; ++step) {
    std::size_t a = 0;
    if (random && step > 0) {
      for (double u = rng.uniform() * all; u >= weights[a]; ++a) u -= weights[a];
    }
    total += interpreter.move(words.data(), static_cast<int>(a), rng);
    std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(n), n, words.begin());
  }
  return total;
}

// How far apart the means are, in standard errors of their difference; what there is of variance is
// known better here. Published means have two digits.
double z_score(const RunningStatistics& here, double there) {
  const double difference = std::max(0.0, std::abs(here.mean() - there) - 0.005);
  if (difference == 0) return 0;
  return difference /
         std::sqrt(*here.variance() * (1 / kRunsThere + 1 / static_cast<double>(here.count())));
}

TEST(Competition, NoopAndRandomPlayEarnWhatTheyEarnedThere) {
  if (!has_competition()) GTEST_SKIP() << "needs " << competition_files();
  constexpr std::uint64_t kRuns = 2000;
  double squares = 0;
  int uncertain = 0;
  for (const auto& [key, there] : published()) {
    const auto& [name, planner] = key;
    const bool random = planner == "RandomBoolPolicy";
    const std::filesystem::path folder =
        competition_files() / name.substr(0, name.find("_inst_pomdp"));
    const auto file = folder / fmt::format("instance{}.rddl", name.substr(name.rfind('_') + 1));
    if ((!random && planner != "NoopPolicy") || !std::filesystem::exists(file)) continue;
    const Interpreter interpreter(
        std::make_shared<GroundModel>(read_model(folder / "domain.rddl", file)));
    RunningStatistics here;
    for (std::uint64_t run = 0; run < kRuns; ++run) here.add(play(interpreter, random, run));
    const double z = z_score(here, there);
    EXPECT_LT(z, 4) << name << " " << planner << ": " << here.mean() << ", not " << there;
    squares += z * z;
    if (*here.variance() > 0) ++uncertain;
  }
  ASSERT_GT(uncertain, 0);
  // One is what chance gives.
  RecordProperty("rms_z", fmt::format("{:.3f}", std::sqrt(squares / uncertain)));
  EXPECT_LT(std::sqrt(squares / uncertain), 1.25);
}

}  // namespace
}  // namespace holdfast::rddl
