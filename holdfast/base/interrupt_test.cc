#include "holdfast/base/interrupt.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>

#include "holdfast/base/files.h"
#include "holdfast/base/temporary_folder.h"

namespace holdfast {
namespace {

namespace fs = std::filesystem;

TEST(Interrupt, TheFirstSignalAsksWhereSomebodyListens) {
  handle_signals();
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const Listening listening;
    EXPECT_FALSE(interrupted());
    ::raise(number);
    EXPECT_TRUE(interrupted()) << number;
  }
  EXPECT_FALSE(interrupted());
}

class InterruptDeathTest : public ::testing::TestWithParam<int> {};

TEST_P(InterruptDeathTest, EndsAtOnceWithoutTemporaryFilesWhereNobodyListens) {
  const TemporaryFolder folder;
  EXPECT_EXIT(
      {
        handle_signals();
        const TemporaryName name(folder / "out");
        std::ofstream(name.path()) << "half";
        ::raise(GetParam());
      },
      ::testing::KilledBySignal(GetParam()), "");
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST_P(InterruptDeathTest, ASecondSignalEndsAtOnce) {
  EXPECT_EXIT(
      {
        handle_signals();
        const Listening listening;
        ::raise(SIGINT);
        ::raise(GetParam());
      },
      ::testing::KilledBySignal(GetParam()), "");
}

INSTANTIATE_TEST_SUITE_P(Signals, InterruptDeathTest, ::testing::Values(SIGINT, SIGTERM, SIGHUP));

}  // namespace
}  // namespace holdfast
