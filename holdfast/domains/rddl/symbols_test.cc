#include "holdfast/domains/rddl/symbols.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "holdfast/base/source_folder.h"
#include "holdfast/guide/symbols_kit.h"
#include "holdfast/rddl/read_model.h"

namespace holdfast {
namespace {

namespace fs = std::filesystem;

template <int kWords>
using Model = WordedModel<kWords, ActionSet>;

template <int kWords>
Model<kWords> read(const fs::path& domain, const fs::path& instance) {
  const auto model = std::make_shared<const rddl::GroundModel>(rddl::read_model(domain, instance));
  return {rddl::Engine(std::make_shared<const rddl::Interpreter>(model)),
          std::make_shared<const rddl::ModelWords>(model)};
}
template <int kWords = 1>
Model<kWords> shipped(const std::string& name, const std::string& instance) {
  const fs::path folder = source_folder() / "models" / name;
  return read<kWords>(folder / "domain.rddl", folder / (instance + ".rddl"));
}

constexpr SymbolsKitOptions kKit{.episodes = 4,
                                 .steps = 12,
                                 .histories = 10,
                                 .outlooks = 15,
                                 .theories = 4,
                                 .exact_root = false};

// Tables of answers take the lowest bits of the hash.
TEST(RddlSymbols, HashesTellEveryFluent) {
  std::set<std::uint64_t> known, likely;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    RddlMind<1> mind;
    mind.known[0] = std::uint64_t{1} << bit;
    known.insert(mind.hash() & 0xffff);
    mind = {};
    mind.chances[bit] = 0.5f;
    likely.insert(mind.hash() & 0xffff);
  }
  EXPECT_EQ(known.size(), 64u);
  EXPECT_EQ(likely.size(), 64u);
}

TEST(RddlSymbols, RockSampleConforms) {
  check_symbols(shipped("rocksample", "small"),
                {logic::parse_theory("init(east) :- delta_x(E,D), D > 0, good(E,V), V > 40."
                                     "contd(east) :- delta_x(E,D), D > 0."
                                     "sample :- dist(E,0), good(E,V), V > 80."
                                     "check(E) :- good(E,V), V > 30, V < 80.")},
                kKit);
}

// Of several types; hidden ones that depend on each other; arrivals. With the user's own copies of
// the competition's files.
fs::path competition(const std::string& file) {
  const char* given = std::getenv("HOLDFAST_RDDL_DATA");
  return (given ? fs::path(given) : source_folder() / "../shared/data/rddl") / file;
}

// By random theories, or by one where there are no entities for those to speak of.
void check_competition(const std::string& domain, const std::string& instance,
                       const std::string& theory = "") {
  const fs::path file = competition(domain + "/domain.rddl");
  if (!fs::exists(file)) GTEST_SKIP() << "no competition files";
  SymbolsKitOptions options = kKit;
  std::vector<logic::Theory> theories;
  if (!theory.empty()) {
    theories.push_back(logic::parse_theory(theory));
    options.theories = 0;
  }
  SymbolsKit<Model<1>> kit(std::make_shared<const Model<1>>(
                               read<1>(file, competition(domain + "/" + instance + ".rddl"))),
                           options);
  kit.check_all(theories);
  EXPECT_GT(kit.suggestions(), 0);
}

const char* const kToTheGoal =
    "init(move_north) :- goal_delta_y(D), D > 0. contd(move_north) :- goal_delta_y(D), D > 0."
    "init(move_south) :- goal_delta_y(D), D < 0. contd(move_south) :- goal_delta_y(D), D < 0."
    "move_east :- goal_delta_x(D), D > 0. move_west :- goal_delta_x(D), D < 0.";

// More actions than a word has bits, of which several are deeds at once; more entities than a
// column has lanes.
template <int kWords, ActionSetType Actions>
void check_large(const std::string& domain, const std::string& theory) {
  const fs::path file = competition(domain + "/domain.rddl");
  if (!fs::exists(file)) GTEST_SKIP() << "no competition files";
  const auto model = std::make_shared<const rddl::GroundModel>(
      rddl::read_model(file, competition(domain + "/instance10.rddl")));
  using M = WordedModel<kWords, Actions>;
  SymbolsKitOptions options = kKit;
  options.theories = 0;
  options.episodes = 1;
  options.histories = 4;
  SymbolsKit<M> kit(
      std::make_shared<const M>(rddl::Engine(std::make_shared<const rddl::Interpreter>(model)),
                                std::make_shared<const rddl::ModelWords>(model)),
      options);
  kit.check_all({logic::parse_theory(theory)});
  EXPECT_GT(kit.suggestions(), 0);
}
TEST(RddlSymbols, AdvisingConforms) {
  check_large<4, WideActionSet>("academic_advising",
                                "takecourse(E) :- passed(E,V), V < 50, program_requirement(E,1).");
}
TEST(RddlSymbols, NetworksConform) {
  check_large<1, ActionSet>("sys_admin", "reboot(E) :- running(E,V), V < 60.");
}

TEST(RddlSymbols, ReconConforms) { check_competition("cooperative_recon", "instance1"); }
TEST(RddlSymbols, CrossingConforms) {
  check_competition("crossing_traffic", "instance1", kToTheGoal);
}
TEST(RddlSymbols, NavigationConforms) { check_competition("navigation", "instance1", kToTheGoal); }
TEST(RddlSymbols, ElevatorsConform) { check_competition("elevators", "instance2"); }

}  // namespace
}  // namespace holdfast
