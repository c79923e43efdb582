#include "holdfast/domains/rddl/rddl_picture.h"

#include <gtest/gtest.h>

#include "holdfast/base/source_folder.h"
#include "holdfast/play/scene_text.h"
#include "holdfast/rddl/interpreter.h"
#include "holdfast/rddl/test_files.h"

namespace holdfast {
namespace {

// The first of fifty states after the actions 0, 1 and 2, with the fifty as the belief; as people
// see it in a terminal.
std::string picture(rddl::GroundModel ground) {
  const auto model = std::make_shared<const rddl::GroundModel>(std::move(ground));
  const rddl::BitFilter filter(model);
  const rddl::Interpreter interpreter(model);
  const auto words = static_cast<std::size_t>(interpreter.state_words());
  std::vector<std::vector<std::uint64_t>> states;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng(seed);
    std::vector<std::uint64_t> both = interpreter.initial();
    both.resize(2 * words);
    for (int t = 0; t < 3; ++t) {
      interpreter.move(both.data(), t % interpreter.action_count(), rng);
      std::copy_n(both.begin() + static_cast<std::ptrdiff_t>(words), words, both.begin());
    }
    states.push_back(std::move(both));
  }
  std::vector<const std::uint64_t*> particles;
  for (const auto& s : states) particles.push_back(s.data());
  const Scene scene = RddlPicture(filter).scene(particles.front(), particles);
  // Who has no belief sees the world.
  EXPECT_EQ(RddlPicture(filter).scene(particles.front(), {}).marks().size(), scene.marks().size());
  return "\n" + legend(scene) + '\n' + draw(scene);
}

std::string shipped(const std::string& name) {
  const auto folder = source_folder() / "models" / name;
  return picture(rddl::read_model(folder / "domain.rddl", folder / "small.rddl"));
}

// Columns and rows by fluents of their own, rocks with what is hidden of them.
TEST(RddlPicture, RocksOnAGrid) {
  EXPECT_EQ(shipped("rocksample"), R"(
r0..r2 rock   @ agent   ✓ is so   · is not so   40 % believed so
.  .  r1 .    begun: true
r2 @  .  .    out:   false
.  .  .  .
.  r0 .  .
    good
r0   54 %
r1   54 % ✓
r2   42 % ✓
)");
}

TEST(RddlPicture, SitesAndTheBase) {
  EXPECT_EQ(shipped("rover"), R"(
B BASE   s0..s2 site   @ agent   ✓ is so   · is not so   40 % believed so
.  .  .  s2   begun:  true
.  s0 .  .    broken: believed   0 %, false
.  @  .  .
B  .  .  s1
    rich     drilled
s0   38 % ✓  ·
s1   46 %    ·
s2   52 % ✓  ·
)");
}

TEST(RddlPicture, RoomsAlongACorridor) {
  EXPECT_EQ(shipped("delivery"), R"(
r0..r2 room   @ agent   ✓ is so   · is not so   40 % believed so
r0 .  .  @  r1 .  r2   begun: true
    open     waits
r0   50 % ✓  ✓
r1   50 %    ✓
r2   46 %    ✓
)");
}

// Nothing else has a place on floors: a table, the highest above.
TEST(RddlPicture, FloorsAreATable) {
  EXPECT_EQ(shipped("lift"), R"(
✓ is so   · is not so   40 % believed so
aboard: false
    at  waiting
f3  ·     8 %
f2  ·    16 %
f1  ·    14 %
f0  ✓   ·
)");
}

// A hidden robot, where it may be, and what the model says of cells.
TEST(RddlPicture, NavigationOfTheCompetition) {
  if (!rddl::has_competition()) GTEST_SKIP() << "the competition's files are not here";
  EXPECT_EQ(picture(rddl::competition_model("navigation", 1)), R"(
G GOAL   @ robot (hidden)   P P
world     robot: 9 is  56 %   P: 9 is  95 %   first-step:  true
. . . G   . . . G             . . . G         second-step: true
. . . .   . . . .             1 3 6 9         min-x:       believed  60 %, false
. @ . .   . @ 7 .             . @ . .
)");
}

TEST(RddlPicture, EveryInstanceAtHandIsDrawn) {
  if (!rddl::has_competition()) GTEST_SKIP() << "the competition's files are not here";
  for (const std::string& name : rddl::competition_domains()) {
    for (const int instance : {1, 5}) {
      if (!rddl::has_instance(name, instance)) continue;
      EXPECT_GT(picture(rddl::competition_model(name, instance)).size(), 40U) << name << instance;
    }
  }
}

}  // namespace
}  // namespace holdfast
