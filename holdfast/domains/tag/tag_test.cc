#include "holdfast/domains/tag/tag.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "holdfast/base/error.h"
#include "holdfast/domains/tag/tag_bound.h"
#include "holdfast/pomdp/conformance.h"

namespace holdfast {
namespace {

Tag published() { return Tag(Floor::corridor(10), 0); }

Tag::State state(const Tag& model, Cell robot, Cell opponent) {
  return {static_cast<std::uint8_t>(model.floor().number(robot)),
          static_cast<std::uint8_t>(model.floor().number(opponent))};
}

TEST(Tag, Conforms) {
  const auto never = [](const auto&, Action, const auto&, double) { return false; };
  const conformance::Options few{.episodes = 50, .distributions = 10};
  check_conformance(published(), never, few);
  check_conformance(Tag(Floor::corridor(37), 20), never, few);
  check_conformance(Tag(Floor::open(2, 1), 1), never, few);
  check_conformance(Tag(Floor::open(25, 10), 100), never, few);
}

TEST(Tag, StateIsSmall) { EXPECT_LE(sizeof(Tag::State), 4u); }

// The published map: two rows of ten, and a room of three by three on top of columns 5 to 7.
TEST(TagFloor, IsThePublishedMap) {
  const Floor floor = Floor::corridor(10);
  EXPECT_EQ(floor.cell_count(), 29);
  std::string drawing;
  for (int y = floor.height() - 1; y >= 0; --y) {
    for (int x = 0; x < floor.width(); ++x) drawing += floor.number({x, y}) < 0 ? '#' : '.';
    drawing += '\n';
  }
  EXPECT_EQ(drawing,
            "#####...##\n"
            "#####...##\n"
            "#####...##\n"
            "..........\n"
            "..........\n");
  EXPECT_EQ(Floor::corridor(20).cell_count(), 58);
  EXPECT_EQ(Floor::corridor(7).cell_count(), 14);
}

TEST(TagFloor, RefusesWhatIsNoMap) {
  EXPECT_THROW(Floor::open(1, 1), InputError);
  EXPECT_THROW(Floor::open(51, 5), InputError);
  EXPECT_THROW(Floor({{0, 0}, {2, 0}}), InputError);
}

TEST(TagFloor, MeasuresAroundWalls) {
  const Floor floor = Floor::corridor(20);
  const auto between = [&](Cell a, Cell b) {
    return floor.distance(floor.number(a), floor.number(b));
  };
  EXPECT_EQ(between({0, 0}, {9, 1}), 10);
  EXPECT_EQ(between({7, 4}, {15, 4}), 8 + 2 * 3);
  for (int a = 0; a < floor.cell_count(); ++a) {
    for (int b = 0; b < floor.cell_count(); ++b) {
      for (int d = 0; d < 4; ++d) {
        const int change = floor.distance(floor.next(a, d), b) - floor.distance(a, b);
        EXPECT_EQ(floor.nearer(a, b) >> d & 1, change == -1);
        EXPECT_LE(std::abs(change), 1);
      }
      EXPECT_EQ(floor.nearer(a, b) == 0, a == b);
    }
  }
}

// How often the opponent goes where, of five, by hand.
TEST(TagFloor, OpponentFleesAsPublished) {
  const Floor floor = Floor::corridor(10);
  const auto flights = [&](Cell robot, Cell opponent) {
    std::map<std::pair<int, int>, int> fifths;
    for (unsigned k = 0; k < Floor::kFlights; ++k) {
      const Cell to = floor.cell(floor.flight(floor.number(robot), floor.number(opponent), k));
      ++fifths[{to.x, to.y}];
    }
    return fifths;
  };
  using Fifths = std::map<std::pair<int, int>, int>;
  // Away along both axes.
  EXPECT_EQ(flights({2, 0}, {6, 2}), (Fifths{{{7, 2}, 2}, {{6, 3}, 2}, {{6, 2}, 1}}));
  EXPECT_EQ(flights({7, 4}, {6, 3}), (Fifths{{{5, 3}, 2}, {{6, 2}, 2}, {{6, 3}, 1}}));
  // Level: either way along that axis.
  EXPECT_EQ(flights({6, 0}, {6, 3}), (Fifths{{{7, 3}, 1}, {{5, 3}, 1}, {{6, 4}, 2}, {{6, 3}, 1}}));
  EXPECT_EQ(flights({5, 1}, {7, 1}), (Fifths{{{8, 1}, 2}, {{7, 2}, 1}, {{7, 0}, 1}, {{7, 1}, 1}}));
  // In one cell: all ways alike.
  EXPECT_EQ(flights({6, 2}, {6, 2}),
            (Fifths{{{7, 2}, 1}, {{5, 2}, 1}, {{6, 3}, 1}, {{6, 1}, 1}, {{6, 2}, 1}}));
  // Walls hold it: in the eastern end of the corridor, and in a corner of the room.
  EXPECT_EQ(flights({4, 0}, {9, 1}), (Fifths{{{9, 1}, 5}}));
  EXPECT_EQ(flights({4, 1}, {9, 1}), (Fifths{{{9, 1}, 4}, {{9, 0}, 1}}));
  EXPECT_EQ(flights({5, 2}, {5, 4}), (Fifths{{{6, 4}, 1}, {{5, 4}, 4}}));
}

TEST(Tag, MovesAndRewards) {
  const Tag model = published();
  Rng rng(1);
  Tag::State s = state(model, {3, 0}, {9, 1});
  EXPECT_EQ(model.step(s, Tag::east, rng).reward, -1);
  EXPECT_EQ(model.floor().cell(s.robot), (Cell{4, 0}));
  EXPECT_EQ(model.step(s, Tag::south, rng).reward, -1);  // into the wall
  EXPECT_EQ(model.floor().cell(s.robot), (Cell{4, 0}));
  const Outcome missed = model.step(s, Tag::tag, rng);
  EXPECT_EQ(missed.reward, -10);
  EXPECT_FALSE(missed.terminal);
  EXPECT_EQ(model.floor().cell(s.robot), (Cell{4, 0}));
  s = state(model, {4, 0}, {4, 0});
  const Outcome tagged = model.step(s, Tag::tag, rng);
  EXPECT_EQ(tagged.reward, 10);
  EXPECT_TRUE(tagged.terminal);
}

// It flees from where the robot was, and is seen where it is then.
TEST(Tag, IsSeenInTheSameCellOnly) {
  const Tag model = published();
  Rng rng(2);
  int seen = 0;
  const int n = 10000;
  for (int i = 0; i < n; ++i) {
    Tag::State s = state(model, {8, 0}, {9, 0});
    const Outcome o = model.step(s, Tag::east, rng);
    EXPECT_EQ(o.observation == Tag::here, s.robot == s.opponent);
    seen += o.observation == Tag::here;
  }
  // East and south are walls, and so it stays by 2 + 1 + 1 of five moves; north is the other.
  EXPECT_NEAR(seen, 0.8 * n, 5 * std::sqrt(0.16 * n));
}

TEST(Tag, RandomMovesAreRandomActions) {
  const Tag model = published();
  Rng rng(3);
  std::map<std::pair<int, int>, std::array<double, 2>> counts;
  const Tag::State start = state(model, {5, 2}, {6, 3});
  for (int i = 0; i < 50000; ++i) {
    Tag::State a = start, b = start;
    model.move(a, static_cast<Action>(rng.below(5)), rng);
    model.random_move(b, rng);
    ++counts[{a.robot, a.opponent}][0];
    ++counts[{b.robot, b.opponent}][1];
  }
  double statistic = 0;
  for (const auto& [key, n] : counts) statistic += (n[0] - n[1]) * (n[0] - n[1]) / (n[0] + n[1]);
  EXPECT_TRUE(conformance::chi_square_accepts(statistic, static_cast<double>(counts.size())));
}

TEST(Tag, PrefersToGoOnAndToTagWhatItSees) {
  const Tag model = published();
  const Tag::State s = state(model, {4, 0}, {0, 0});
  Tag::Memory memory = model.initial_memory();
  EXPECT_EQ(model.preferred_actions(s, memory), ActionSet(0b1011));
  model.remember(memory, s, Tag::east, Tag::nothing);
  EXPECT_EQ(model.preferred_actions(s, memory), ActionSet(0b0011));
  model.remember(memory, s, Tag::tag, Tag::nothing);
  EXPECT_EQ(model.preferred_actions(s, memory), ActionSet(0b1011));
  model.remember(memory, s, Tag::east, Tag::here);
  EXPECT_EQ(model.preferred_actions(s, memory), ActionSet::of(Tag::tag));
}

TEST(Tag, GoesOnRoundTheCorner) {
  const Tag model = published();
  const auto onward = [&](Cell at, Action previous) {
    return model.onward_action(state(model, at, {0, 0}), {1, previous, 1});
  };
  EXPECT_EQ(onward({3, 0}, Tag::east), Tag::east);
  EXPECT_EQ(onward({9, 0}, Tag::east), Tag::north);
  EXPECT_EQ(onward({9, 1}, Tag::north), Tag::west);
  const Tag line(Floor::open(5, 1), 0);
  EXPECT_EQ(line.onward_action({4, 0}, {1, Tag::east, 1}), Tag::west);  // no other way than back
}

// A bound that satisfies Bellman's equation is the value; tagging at once is best where both meet.
TEST(TagBound, SolvesBellmansEquation) {
  for (const Floor& floor : {Floor::corridor(10), Floor::open(4, 3)}) {
    const Tag model(floor, 0);
    const TagBound bound = model.mdp_bound();
    const auto value = [&](int robot, int opponent) {
      return bound.value({static_cast<std::uint8_t>(robot), static_cast<std::uint8_t>(opponent)});
    };
    for (int r = 0; r < floor.cell_count(); ++r) {
      for (int o = 0; o < floor.cell_count(); ++o) {
        double best = -100;
        for (Action a = 0; a < 5; ++a) {
          double q = a != Tag::tag ? -1 : r == o ? 10 : -10;
          for (unsigned k = 0; k < 5 && !(a == Tag::tag && r == o); ++k) {
            const int to = a == Tag::tag ? r : floor.next(r, a);
            q += 0.95 * 0.2 * value(to, floor.flight(r, o, k));
          }
          best = std::max(best, q);
        }
        ASSERT_NEAR(value(r, o), best, 1e-8);
      }
    }
  }
}

// Two cells: the wall behind the opponent holds it, and one step reaches it.
TEST(TagBound, OfTwoCellsByHand) {
  const Tag model(Floor::open(2, 1), 0);
  EXPECT_NEAR(model.mdp_bound().value({0, 1}), -1 + 0.95 * 10, 1e-8);
  EXPECT_NEAR(model.mdp_bound().value({0, 0}), 10, 1e-8);
}

// The last particle that was left is refuted: all places are possible again but the robot's.
TEST(Tag, BeliefSurvivesASurprise) {
  const Tag model(Floor::open(2, 1), 0);
  Rng rng(7);
  ParticleBelief<Tag> belief(std::make_shared<const Tag>(model), 256, rng);
  // Whoever walks to the other cell meets it, if it was there; so it was here, and stayed.
  belief.update(Tag::east, Tag::nothing, rng);
  for (const Tag::State& s : belief.particles()) ASSERT_EQ(s.opponent, 0);
  // And now it is not there either.
  belief.update(Tag::west, Tag::nothing, rng);
  EXPECT_EQ(belief.repairs(), 1);
  for (const Tag::State& s : belief.particles()) ASSERT_EQ(model.observe(s), Tag::nothing);
}

}  // namespace
}  // namespace holdfast
