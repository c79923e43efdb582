#include <gtest/gtest.h>

#include <set>
#include <string>

#include "holdfast/base/error.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/domain.h"

namespace holdfast {
namespace {

std::string message_of(const std::string& name) {
  try {
    make_domain(name);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

// All have defaults but those that are read from files.
std::string some_instance(const DomainInfo& info) {
  const std::string models = (source_folder() / "models").string();
  if (info.name == "file") return "file(" + models + "/classic/tiger.pomdp)";
  if (info.name != "rddl") return info.name;
  return "rddl(" + models + "/rocksample/domain.rddl," + models + "/rocksample/small.rddl)";
}

TEST(Registry, EveryDomainIsMadeByItsNameAndAgainByItsCanonicalName) {
  for (const DomainInfo& info : all_domains()) {
    const auto domain = make_domain(some_instance(info));
    EXPECT_EQ(make_domain(domain->name())->name(), domain->name());
    EXPECT_FALSE(info.summary.empty());
    for (const ParameterInfo& p : info.parameters) {
      EXPECT_NE(domain->name().find(p.name + "="), std::string::npos) << p.name;
      EXPECT_FALSE(p.help.empty()) << p.name;
    }
  }
}

TEST(Registry, ActionNamesAreDistinct) {
  for (const DomainInfo& info : all_domains()) {
    const auto domain = make_domain(some_instance(info));
    std::set<std::string> names;
    for (Action a = 0; a < domain->action_count(); ++a) names.insert(domain->action_name(a));
    EXPECT_EQ(static_cast<int>(names.size()), domain->action_count()) << info.name;
  }
}

TEST(Registry, MessagesSayWhatThereIs) {
  EXPECT_NE(message_of("rocksampel").find("did you mean 'rocksample'"), std::string::npos);
  EXPECT_NE(message_of("rocksample(rock=3)").find("did you mean 'rocks'"), std::string::npos);
  EXPECT_NE(message_of("rocksample(size=2,rocks=5)").find("do not fit"), std::string::npos);
  EXPECT_NE(message_of("rocksample(size=-3)").find("from 1 to 100"), std::string::npos);
  EXPECT_NE(message_of("rocksample(size=9,rocks=9,layout=literature)").find("(7,8)"),
            std::string::npos);
}

TEST(Registry, ALayoutWithANumberIsTheSameInAllEpisodes) {
  const auto fixed = make_domain("rocksample(size=9,rocks=5,layout=17)");
  const auto random = make_domain("rocksample(size=9,rocks=5,layout=random)");
  EXPECT_EQ(fixed->layout(1), fixed->layout(2));
  EXPECT_EQ(fixed->layout(1), random->layout(17));
  EXPECT_NE(random->layout(1), random->layout(2));
}

TEST(Registry, RulesOfRockSampleAreParameters) {
  const auto world = make_domain("rocksample(5,3,layout=subramanian,good=20,illegal=0)")->world(1);
  Rng rng(1);
  world->reset(rng);
  EXPECT_EQ(world->step(2, rng).reward, 0);  // south from (0,0)
  EXPECT_EQ(world->step(4, rng).reward, 0);  // sampling where there is no rock
  for (const Action a : {0, 0, 1}) world->step(a, rng);
  const double sampled = world->step(4, rng).reward;
  EXPECT_TRUE(sampled == 20 || sampled == -10) << sampled;
  EXPECT_EQ(world->step(4, rng).reward, -10);
}

}  // namespace
}  // namespace holdfast
