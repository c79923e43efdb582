// Beliefs that live: play in the competition's instances, as people play them, in which no belief
// may die. A search of one simulation does about anything. Skipped where the files are not;
// HOLDFAST_SURVIVAL_EPISODES says how many of each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/episode.h"
#include "holdfast/rddl/test_files.h"

namespace holdfast {
namespace {

TEST(RddlSurvival, NoBeliefDies) {
  if (!rddl::has_competition()) GTEST_SKIP() << "needs " << rddl::competition_files();
  const char* said = std::getenv("HOLDFAST_SURVIVAL_EPISODES");
  const int episodes = said ? std::atoi(said) : 1;
  for (const std::string& name : rddl::competition_domains()) {
    for (int instance = 1; instance <= 10; ++instance) {
      if (!rddl::has_instance(name, instance)) continue;
      const auto domain = make_domain(fmt::format(
          "rddl({},{},engine=interpreter)",
          (rddl::competition_files() / name / "domain.rddl").lexically_normal().string(),
          rddl::instance_file(name, instance).lexically_normal().string()));
      const AgentConfig config = configure(*domain, {{"sims", "1"}, {"particles", "300"}});
      std::int64_t repairs = 0;
      for (int i = 1; i <= episodes; ++i) {
        EXPECT_NO_THROW(repairs +=
                        play_episode(*domain, static_cast<std::uint64_t>(i), config).repairs)
            << name << " " << instance << ", episode " << i;
      }
      if (said) std::cout << name << "," << instance << "," << repairs << std::endl;
    }
  }
}

}  // namespace
}  // namespace holdfast
