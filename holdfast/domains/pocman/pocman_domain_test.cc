#include "holdfast/domains/pocman/pocman_domain.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/episode.h"

namespace holdfast {
namespace {

TEST(PocmanDomain, NamesSayEverything) {
  EXPECT_EQ(make_domain("pocman")->name(),
            "pocman(map=small,ghosts=2,chase=0.75,food=0.5,rewards=paper,pills=0,discount=0.95,"
            "steps=1000)");
  EXPECT_EQ(make_domain("pocman(full,rewards=silver)")->name(),
            "pocman(map=full,ghosts=4,chase=0.75,food=0.5,rewards=silver,pills=4,discount=0.95,"
            "steps=1000)");
  EXPECT_EQ(make_domain("pocman(map=full,ghosts=4,food=0.2,chase=1.0)")->name(),
            "pocman(map=full,ghosts=4,chase=1.0,food=0.2,rewards=paper,pills=0,discount=0.95,"
            "steps=1000)");
  EXPECT_EQ(make_domain("pocman(17x19,rewards=silver,pills=off)")->name(),
            "pocman(map=full,ghosts=4,chase=0.75,food=0.5,rewards=silver,pills=0,discount=0.95,"
            "steps=1000)");
  const std::string name = make_domain("pocman(7x7,steps=90)")->name();
  EXPECT_EQ(make_domain(name)->name(), name);
}

TEST(PocmanDomain, SaysWhatIsWrongWithAName) {
  for (const char* name :
       {"pocman(huge)", "pocman(ghosts=9)", "pocman(food=0)", "pocman(chase=1.5)",
        "pocman(rewards=gold)", "pocman(micro,pills=2)", "pocman(full,pills=5)",
        "pocman(full,pills=many)", "pocman(gosts=2)", "pocman(full,map=small)"}) {
    EXPECT_THROW(make_domain(name), InputError) << name;
  }
}

TEST(PocmanDomain, NamesWhatIsPerceived) {
  const std::unique_ptr<Domain> domain = make_domain("pocman");
  EXPECT_EQ(domain->observation_name(0b11'0101'0010), "ghost E, open NS, ghost heard, food smelt");
  EXPECT_EQ(domain->action_name(3), "west");
}

// Same seed, same episode, guided or not; and the belief lives through it.
TEST(PocmanDomain, PlaysEpisodes) {
  const std::unique_ptr<Domain> domain = make_domain("pocman(full,rewards=silver,steps=60)");
  for (const char* guide : {"pure", "trivial", "preferred"}) {
    AgentConfig config = domain->default_config();
    config.guide = guide;
    config.pomcp.simulations = 128;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const EpisodeResult first = play_episode(*domain, seed, config);
      const EpisodeResult second = play_episode(*domain, seed, config);
      EXPECT_EQ(first.undiscounted, second.undiscounted);
      EXPECT_EQ(first.steps, second.steps);
    }
  }
}

}  // namespace
}  // namespace holdfast
