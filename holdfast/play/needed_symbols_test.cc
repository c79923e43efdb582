#include "holdfast/play/needed_symbols.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"

namespace holdfast {
namespace {

std::string error_of(const char* name, const char* planner) {
  const std::unique_ptr<Domain> domain = make_domain(name);
  const std::unique_ptr<Session> session =
      domain->start(1, configure(*domain, {{"planner", planner}}));
  try {
    needed_symbols(*session, *domain);
    return "none";
  } catch (const InputError& e) {
    return e.what();
  }
}

// What is missing is said, not what is there: RockSample has words, and its random agent no belief.
TEST(NeededSymbols, SayWhatIsMissing) {
  EXPECT_EQ(error_of("rocksample(4,2)", "pomcp"), "none");
  EXPECT_EQ(error_of("rocksample(4,2)", "despot"), "none");
  EXPECT_NE(error_of("rocksample(4,2)", "random").find("planner keeps no belief"),
            std::string::npos);
  EXPECT_NE(error_of("tiger", "pomcp").find("tiger(accuracy=0.85,discount=0.95) has no symbols"),
            std::string::npos);
}

}  // namespace
}  // namespace holdfast
