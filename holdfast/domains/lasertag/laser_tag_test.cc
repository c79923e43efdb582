#include "holdfast/domains/lasertag/laser_tag.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/domains/lasertag/symbols.h"
#include "holdfast/domains/registry.h"
#include "holdfast/guide/symbols_kit.h"
#include "holdfast/macro/shipped.h"
#include "holdfast/play/moves_of.h"
#include "holdfast/pomdp/conformance.h"

namespace holdfast {
namespace {

LaserTag make(const std::string& spec, std::uint64_t seed = 1) {
  Rng layout(seed, Purpose::layout);
  return {Parameters(parse_spec(spec), LaserTag::parameters()), layout};
}

LaserTag::State state(const LaserTag& model, Cell robot, Cell opponent) {
  return {static_cast<std::uint8_t>(model.floor().number(robot)),
          static_cast<std::uint8_t>(model.floor().number(opponent))};
}

TEST(LaserTag, Conforms) {
  const auto never = [](const auto&, Action, const auto&, double) { return false; };
  const conformance::Options few{.episodes = 30, .steps = 30, .distributions = 5, .samples = 5000};
  check_conformance(make("lasertag"), never, few);
  check_conformance(make("lasertag(width=15,height=10,obstacles=20,noise=1)"), never, few);
}

TEST(LaserTag, IsThePublishedSize) {
  const LaserTag model = make("lasertag");
  EXPECT_EQ(model.floor().cell_count(), 7 * 11 - 8);
  EXPECT_EQ(model.action_count(), 5);
}

// Beams end at walls and at the opponent: without much noise, readings are one less than the cells.
TEST(LaserTag, BeamsEndAtWallsAndAtTheOpponent) {
  const LaserTag model(Tag(Floor::open(5, 5), 0), 0.01);
  LaserTag::State s = state(model, {2, 2}, {4, 2});
  EXPECT_EQ(model.observation_name(LaserTag::kHere), "here");
  double most = 0;
  Observation likely = 0;
  Rng rng(1);
  for (int i = 0; i < 100; ++i) {
    LaserTag::State t = s;
    const Outcome o = model.step(t, Tag::tag, rng);
    if (t.opponent != s.opponent) continue;
    const double p = model.likelihood(t, Tag::tag, o.observation);
    if (p > most) most = p, likely = o.observation;
  }
  EXPECT_GT(most, 0.99);
  EXPECT_EQ(model.observation_name(likely), "2 4 1 4 2 4 2 4");
}

TEST(LaserTag, WhoIsHereIsSeen) {
  const LaserTag model = make("lasertag");
  const LaserTag::State together{3, 3};
  EXPECT_EQ(model.likelihood(together, Tag::north, LaserTag::kHere), 1);
  EXPECT_EQ(model.likelihood(together, Tag::north, 0), 0);
  EXPECT_EQ(model.likelihood({3, 4}, Tag::north, LaserTag::kHere), 0);
}

TEST(LaserTagSymbols, AreThoseOfTag) {
  check_symbols(make("lasertag"), {shipped_theory("tag", "timed")},
                {.episodes = 5, .steps = 8, .histories = 10, .surprise = LaserTag::kHere});
}

std::string moves(const char* planner, const char* guide) {
  return moves_of(*make_domain("lasertag"), planner, guide, 10);
}

// What the planners do today, move by move: a change of behaviour shows up here first.
TEST(LaserTagDomain, GoldenEpisodes) {
  EXPECT_EQ(moves("pomcp", "pure"),
            "north south east west south west north east south east east south east north "
            "north west west south east west west west east west north north east south "
            "north west north north south east north east north east east north east "
            "north north north east north north tag ");
  EXPECT_EQ(moves("pomcp", "preferred"),
            "east east north east south east south west south east north west south west "
            "north east north north west west north west north west west north east south "
            "tag ");
  EXPECT_EQ(moves("despot", "preferred"), "north north east north east north west west west tag ");
}

TEST(LaserTagDomain, SaysWhatIsWrongWithAName) {
  for (const char* name : {"lasertag(1)", "lasertag(3,3,8)", "lasertag(50,50)", "lasertag(noise=0)",
                           "lasertag(11,7,76)", "lasertag(widht=3)"}) {
    EXPECT_THROW(make_domain(name), InputError) << name;
  }
}

}  // namespace
}  // namespace holdfast
