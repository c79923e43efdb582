#include "holdfast/domains/tag/tag_domain.h"

#include <gtest/gtest.h>

#include <set>

#include "holdfast/base/error.h"
#include "holdfast/domains/registry.h"
#include "holdfast/domains/tag/scene.h"
#include "holdfast/play/moves_of.h"

namespace holdfast {
namespace {

TEST(TagDomain, NamesSayEverything) {
  EXPECT_EQ(make_domain("tag")->name(),
            "tag(map=standard,width=10,height=5,discount=0.95,steps=90)");
  const std::string name = make_domain("tag(open,12,8)")->name();
  EXPECT_EQ(name, "tag(map=open,width=12,height=8,discount=0.95,steps=90)");
  EXPECT_EQ(make_domain(name)->name(), name);
}

TEST(TagDomain, SaysWhatIsWrongWithAName) {
  for (const char* name :
       {"tag(round)", "tag(height=6)", "tag(open,1,1)", "tag(open,51,5)", "tag(width=200)",
        "tag(width=0)", "tag(widht=3)", "tag(discount=1)", "tag(steps=0)"}) {
    EXPECT_THROW(make_domain(name), InputError) << name;
  }
}

TEST(TagDomain, StartsAnywhereByTheSeed) {
  const auto domain = make_domain("tag");
  std::set<std::string> layouts;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) layouts.insert(domain->layout(seed));
  EXPECT_GT(layouts.size(), 20u);
  EXPECT_EQ(domain->layout(7), domain->layout(7));
}

std::string moves(const char* planner, const char* guide) {
  return moves_of(*make_domain("tag"), planner, guide, 20);
}

// What the planners do today, move by move: a change of behaviour shows up here first.
TEST(TagDomain, GoldenEpisodes) {
  EXPECT_EQ(moves("pomcp", "pure"),
            "east east south south east south south south west east east north east tag ");
  EXPECT_EQ(moves("pomcp", "preferred"), "east south south east south east east south tag ");
  EXPECT_EQ(moves("pomcp", "learnt"),
            "south north south east south east south east east south tag ");
  EXPECT_EQ(moves("despot", "preferred"),
            "south east south north east south south west south west west east west west west "
            "north west west south east east east east east east east east east north tag ");
  EXPECT_EQ(moves("despot", "learnt"), "south south east east south east south east tag ");
}

TEST(TagDomain, Scene) {
  const Tag model(Floor::corridor(10), 3);
  Rng rng(1);
  const ParticleBelief<Tag> belief(std::make_shared<const Tag>(model), 100, rng);
  const Scene scene = Picture<Tag>::scene(model, {3, 28}, &belief);
  EXPECT_EQ(scene.ground(Cell{0, 4})->name, "wall");
  EXPECT_EQ(scene.ground(Cell{5, 4}), nullptr);
  ASSERT_EQ(scene.marks().size(), 2u);
  EXPECT_EQ(scene.marks()[0].at, (Cell{7, 4}));
  EXPECT_EQ(scene.marks()[1].at, (Cell{3, 0}));
  ASSERT_EQ(scene.heats().size(), 1u);
  double total = 0;
  for (const double p : scene.heats()[0].probability) total += p;
  EXPECT_NEAR(total, 1, 1e-9);
}

}  // namespace
}  // namespace holdfast
