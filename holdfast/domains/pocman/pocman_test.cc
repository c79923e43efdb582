#include "holdfast/domains/pocman/pocman.h"

#include <gtest/gtest.h>

#include "holdfast/base/statistics.h"
#include "holdfast/domains/pocman/marginals.h"
#include "holdfast/pomdp/conformance.h"

namespace holdfast {
namespace {

// In a maze an illegal action is one that runs against a wall: Pocman stays where he is.
bool punished(const Pocman::State& before, Action, const Pocman::State& after, double) {
  return before.cell == after.cell;
}

Pocman make(const char* map, PocmanOptions options = {}) {
  return Pocman(maze_drawing(map), options);
}

Pocman silver() {
  return make("full", {.ghosts = 4, .rewards = PocmanRewards::silver(), .pills = 4});
}

// Pocman at (x, y), ghosts far away or at the given cells, pellets where told.
Pocman::State state(const Pocman& model, Cell at, const std::vector<Cell>& ghosts,
                    const std::vector<Cell>& food) {
  Pocman::State s;
  s.cell = static_cast<std::uint8_t>(model.maze().number(at));
  for (std::size_t g = 0; g < ghosts.size(); ++g) {
    s.ghosts[g] = make_ghost(model.maze().number(ghosts[g]), Maze::nowhere);
  }
  for (const Cell c : food) Maze::insert(s.food, model.maze().number(c));
  s.food_count = static_cast<std::uint16_t>(food.size());
  return s;
}

TEST(Pocman, Conforms) {
  const conformance::Options few{.episodes = 50, .distributions = 10};
  check_conformance(make("micro", {.ghosts = 1}), punished, few);
  check_conformance(make("small"), punished, few);
  check_conformance(silver(), punished, few);
  check_conformance(make("full", {.ghosts = 8, .chase = 1, .food = 0.2}), punished, few);
  check_conformance(make("micro", {.ghosts = 0, .food = 0.05}), punished, few);
}

TEST(Pocman, StateIsSmall) { EXPECT_LE(sizeof(Pocman::State), 48u); }

TEST(Pocman, StartsAtHomeWithFoodAsProbable) {
  const Pocman model = make("full", {.ghosts = 4, .food = 0.3, .pills = 4});
  Rng rng(1);
  RunningStatistics count;
  for (int i = 0; i < 2000; ++i) {
    const Pocman::State s = model.sample_initial(rng);
    ASSERT_EQ(model.maze().cell(s.cell), (Cell{8, 6}));
    ASSERT_EQ(model.maze().cell(Pocman::ghost_cell(s, 3)), (Cell{9, 11}));
    ASSERT_EQ(Pocman::food_count(s), Maze::size(s.food));
    ASSERT_TRUE(Pocman::has_food(s, model.maze().number({0, 4}))) << "a pill is missing";
    count.add(Pocman::food_count(s));
  }
  EXPECT_NEAR(count.mean(), 4 + 0.3 * 153, 5 * *count.standard_error());
}

TEST(Pocman, RewardsOfThePaper) {
  const Pocman model = make("micro", {.ghosts = 0});
  Rng rng(1);
  Pocman::State s = state(model, {0, 0}, {}, {{1, 0}, {2, 0}});
  Outcome o = model.step(s, Pocman::south, rng);
  EXPECT_EQ(o.reward, -101);
  EXPECT_FALSE(o.terminal);
  o = model.step(s, Pocman::east, rng);
  EXPECT_EQ(o.reward, 0);
  EXPECT_EQ(Pocman::food_count(s), 1);
  o = model.step(s, Pocman::west, rng);
  EXPECT_EQ(o.reward, -1);
  model.step(s, Pocman::east, rng);
  o = model.step(s, Pocman::east, rng);
  EXPECT_EQ(o.reward, 999);
  EXPECT_TRUE(o.terminal);
}

TEST(Pocman, RewardsOfSilver) {
  const Pocman model = make("micro", {.ghosts = 0, .rewards = PocmanRewards::silver()});
  Rng rng(1);
  Pocman::State s = state(model, {0, 0}, {}, {{1, 0}, {6, 6}});
  EXPECT_EQ(model.step(s, Pocman::west, rng).reward, -26);
  EXPECT_EQ(model.step(s, Pocman::east, rng).reward, 9);
}

TEST(Pocman, RunningIntoAGhostEndsIt) {
  const Pocman model = make("micro", {.ghosts = 1});
  Rng rng(1);
  Pocman::State s = state(model, {0, 0}, {{1, 0}}, {{6, 6}});
  const Outcome o = model.step(s, Pocman::east, rng);
  EXPECT_EQ(o.reward, -101);
  EXPECT_TRUE(o.terminal);
}

TEST(Pocman, ChasingGhostCatches) {
  const Pocman model = make("micro", {.ghosts = 1, .chase = 1});
  Rng rng(1);
  // Pocman bumps into the wall beside a ghost that is sure to chase.
  Pocman::State s = state(model, {0, 0}, {{1, 0}}, {{6, 6}});
  EXPECT_EQ(model.step(s, Pocman::south, rng).reward, -201);
}

TEST(Pocman, NearGhostsChaseAsOftenAsStated) {
  const Pocman model = make("full", {.ghosts = 1, .chase = 0.6});
  Rng rng(3);
  int chased = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    // On the bottom row, five cells to the east once Pocman has moved: a chasing ghost goes west
    // and forgets its way, a wandering one goes east or west and keeps it.
    Pocman::State s = state(model, {1, 0}, {{7, 0}}, {{0, 18}});
    model.step(s, Pocman::east, rng);
    chased += ghost_direction(s.ghosts[0]) == Maze::nowhere;
  }
  EXPECT_NEAR(chased, 0.6 * n, 5 * std::sqrt(0.24 * n));
}

TEST(Pocman, GhostsBeyondTheRangeDoNotChase) {
  const Pocman model = make("full", {.ghosts = 1, .chase = 1});
  Rng rng(3);
  for (int i = 0; i < 100; ++i) {
    Pocman::State s = state(model, {1, 0}, {{8, 0}}, {{0, 18}});
    model.step(s, Pocman::east, rng);  // six cells apart now, the range is below six
    ASSERT_NE(ghost_direction(s.ghosts[0]), Maze::nowhere);
  }
}

TEST(Pocman, PowerPillTurnsTheTables) {
  const Pocman model = silver();
  Rng rng(1);
  Pocman::State s = state(model, {0, 3}, {{8, 18}, {8, 18}, {8, 18}, {8, 18}}, {{0, 4}, {8, 0}});
  s.cell = static_cast<std::uint8_t>(model.maze().number({1, 4}));
  EXPECT_EQ(model.step(s, Pocman::west, rng).reward, 9);
  EXPECT_EQ(s.power, Pocman::kPowerSteps);
  s.ghosts[2] = make_ghost(model.maze().number({1, 4}), Maze::nowhere);
  const Outcome o = model.step(s, Pocman::east, rng);
  EXPECT_EQ(o.reward, -1 + 25);
  EXPECT_FALSE(o.terminal);
  EXPECT_EQ(model.maze().cell(Pocman::ghost_cell(s, 2)), (Cell{8, 10}));
  // It wears off: after 14 more steps a ghost is deadly again.
  s.power = 1;
  s.ghosts[2] = make_ghost(model.maze().number({1, 3}), Maze::nowhere);
  EXPECT_TRUE(model.step(s, Pocman::south, rng).terminal);
}

// As in the original: of several on his cell he eats the last, and the others stay.
TEST(Pocman, EatsOneGhostAtAStep) {
  const Pocman model = silver();
  Rng rng(1);
  Pocman::State s = state(model, {1, 4}, {{8, 18}, {8, 18}, {8, 18}, {8, 18}}, {{8, 0}});
  s.power = 5;
  s.ghosts[0] = s.ghosts[2] = make_ghost(model.maze().number({0, 4}), Maze::nowhere);
  Pocman::State after = s;
  EXPECT_EQ(model.step(after, Pocman::west, rng).reward, -1 + 25);
  EXPECT_EQ(model.maze().cell(Pocman::ghost_cell(after, 2)), (Cell{8, 10}));
  EXPECT_NE(model.maze().cell(Pocman::ghost_cell(after, 0)), (Cell{8, 10}));
}

TEST(Pocman, PerceivesTheTenBits) {
  const Pocman model = make("full", {.ghosts = 2});
  // In the west passage row's corridor at (3,10): walls to the east, open elsewhere.
  Pocman::State s = state(model, {3, 10}, {{3, 16}, {0, 10}}, {{4, 18}});
  const int open = 0b1101 << 4;
  EXPECT_EQ(model.observe(s), 0b1001 | open);  // ghosts to the north and west, none near
  s = state(model, {3, 10}, {{3, 12}, {8, 10}}, {{3, 9}});
  EXPECT_EQ(model.observe(s), 0b0001 | open | Pocman::smells | Pocman::hears);
  s = state(model, {3, 10}, {{5, 10}, {8, 10}}, {{3, 8}});
  EXPECT_EQ(model.observe(s), open | Pocman::hears);  // heard through the wall, not seen
}

// The pellet that he eats is smelt once more.
TEST(Pocman, SmellsWhatHeEats) {
  const Pocman model = make("micro", {.ghosts = 0});
  Rng rng(1);
  Pocman::State s = state(model, {0, 0}, {}, {{1, 0}, {6, 6}});
  EXPECT_TRUE(model.step(s, Pocman::east, rng).observation & Pocman::smells);
  EXPECT_FALSE(model.step(s, Pocman::west, rng).observation & Pocman::smells);
}

TEST(Pocman, PrefersOpenWaysWithoutGhostsOrTurningBack) {
  const Pocman model = silver();
  Pocman::State s = state(model, {3, 10}, {{3, 16}, {8, 10}, {8, 10}, {8, 10}}, {{0, 0}});
  EXPECT_EQ(model.preferred_actions(s), ActionSet(0b1100));
  s.facing = Pocman::north;
  EXPECT_EQ(model.preferred_actions(s), ActionSet(0b1000));
  s.power = 5;
  EXPECT_EQ(model.preferred_actions(s), ActionSet(0b0001));
}

// The memory's probabilities are those of an exact rejection filter after one step.
TEST(Pocman, MemoryOfFoodFollowsBayes) {
  const Pocman model = make("micro", {.ghosts = 0, .food = 0.2});
  const Action a = Pocman::east;
  for (const bool smelt : {true, false}) {
    Rng rng(5);
    std::vector<Pocman::State> survivors;
    Observation seen = 0;
    while (survivors.size() < 20000) {
      Pocman::State s = model.sample_initial(rng);
      const Outcome o = model.step(s, a, rng);
      if (((o.observation & Pocman::smells) != 0) != smelt || o.terminal) continue;
      seen = o.observation;
      survivors.push_back(s);
    }
    Pocman::Memory memory = model.initial_memory();
    model.remember(memory, survivors.front(), a, seen);
    const PocmanMarginals exact = marginals(model, survivors);
    std::vector<Pocman::State> drawn;
    for (int i = 0; i < 20000; ++i) {
      Pocman::State s = survivors.front();
      while (!model.perturb(s, memory, a, seen, rng)) continue;  // a level without food
      drawn.push_back(s);
    }
    const PocmanMarginals perturbed = marginals(model, drawn);
    for (std::size_t c = 0; c < static_cast<std::size_t>(model.maze().cell_count()); ++c) {
      EXPECT_NEAR(static_cast<double>(memory.food[c]), exact.food[c], 0.02) << "cell " << c;
      EXPECT_NEAR(perturbed.food[c], exact.food[c], 0.02) << "cell " << c;
    }
  }
}

// In every word of the set of cells, and in none beyond the maze.
TEST(Pocman, FoodIsDrawnAsTheMemoryHasIt) {
  const Pocman model = make("full", {.ghosts = 0});
  const int cells = model.maze().cell_count();
  Pocman::Memory memory = model.initial_memory();
  const auto probability = [](int c) { return static_cast<float>(c % 5) / 4; };
  for (int c = 0; c < cells; ++c) memory.food[static_cast<std::size_t>(c)] = probability(c);
  Rng rng(11);
  Pocman::State s = model.sample_initial(rng);
  std::vector<int> drawn(Maze::kMaxCells);
  constexpr int kDraws = 4000;
  for (int i = 0; i < kDraws; ++i) {
    ASSERT_TRUE(model.perturb(s, memory, Pocman::east, 0, rng));
    ASSERT_EQ(Pocman::food_count(s), Maze::size(s.food));
    Maze::for_each(s.food, [&](std::size_t c) { ++drawn[c]; });
  }
  for (int c = 0; c < Maze::kMaxCells; ++c) {
    const double p = c < cells ? static_cast<double>(probability(c)) : 0;
    const double often = drawn[static_cast<std::size_t>(c)] / static_cast<double>(kDraws);
    EXPECT_NEAR(often, p, p == 0 || p == 1 ? 0 : 0.04) << "cell " << c;
  }
}

// Ghosts that nobody expected: the set is built anew around what is seen.
TEST(Pocman, BeliefRecoversFromASurprise) {
  const Pocman model = make("full", {.ghosts = 4});
  Rng rng(7);
  Pocman::State world = model.sample_initial(rng);
  ParticleBelief<Pocman> belief(std::make_shared<const Pocman>(model), 1024, rng);
  world.ghosts[0] = make_ghost(model.maze().number({2, 6}), Maze::nowhere);
  const Outcome o = model.step(world, Pocman::west, rng);
  ASSERT_TRUE(o.observation >> Pocman::west & 1);
  belief.update(Pocman::west, o.observation, rng);
  EXPECT_EQ(belief.repairs(), 1);
  for (const Pocman::State& s : belief.particles()) ASSERT_EQ(model.observe(s), o.observation);
}

TEST(Pocman, MarginalsCountParticles) {
  const Pocman model = make("small");
  Rng rng(9);
  std::vector<Pocman::State> particles;
  for (int i = 0; i < 777; ++i) particles.push_back(model.sample_initial(rng));
  particles[5].ghosts = {make_ghost(3, Maze::nowhere), make_ghost(3, Maze::nowhere)};
  const PocmanMarginals m = marginals(model, particles);
  for (int c = 0; c < model.maze().cell_count(); ++c) {
    double food = 0, ghost = 0;
    for (const Pocman::State& s : particles) {
      food += Pocman::has_food(s, c);
      ghost += Pocman::ghost_cell(s, 0) == c || Pocman::ghost_cell(s, 1) == c;
    }
    ASSERT_DOUBLE_EQ(m.food[static_cast<std::size_t>(c)], food / 777);
    ASSERT_DOUBLE_EQ(m.ghost[static_cast<std::size_t>(c)], ghost / 777);
  }
}

// Where nobody advises he keeps his way, and turns back only where there is no other.
TEST(Pocman, GoesOnUntilHeHasToTurn) {
  const Pocman model(maze_drawing("small"), {});
  const Maze& maze = model.maze();
  int turns = 0, backs = 0;
  for (int cell = 0; cell < maze.cell_count(); ++cell) {
    Pocman::State s{};
    s.cell = static_cast<std::uint8_t>(cell);
    const ActionSet ways = model.legal_actions(s);
    EXPECT_TRUE(ways.contains(model.onward_action(s, Moment{})));
    for (Action previous = 0; previous < 4; ++previous) {
      const Action back = Maze::opposite(previous);
      // He can only have come from there.
      if (!ways.contains(back)) continue;
      const Action a = model.onward_action(s, Moment{1, previous, 1});
      EXPECT_TRUE(ways.contains(a));
      if (ways.contains(previous)) {
        EXPECT_EQ(a, previous);
      } else if (a == back) {
        EXPECT_EQ(ways.size(), 1);
        ++backs;
      } else {
        ++turns;
      }
    }
  }
  EXPECT_GT(turns, 10);
  EXPECT_EQ(backs, 0);  // this maze has no dead ends
}

}  // namespace
}  // namespace holdfast
