#include "holdfast/base/child_process.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

TEST(ChildProcess, ReadsItsInput) {
  const auto result = ChildProcess({"cat"}, "two\nlines\n").wait();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "two\nlines\n");
  EXPECT_EQ(result.errors, "");
}

TEST(ChildProcess, SaysHowItEnded) {
  const auto failed = ChildProcess({"sh", "-c", "echo no >&2; exit 3"}).wait();
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_EQ(failed.errors, "no\n");
  EXPECT_EQ(ChildProcess({"sh", "-c", "kill -9 $$"}).wait().exit_code, 128 + 9);
  EXPECT_EQ(ChildProcess({"holdfast-no-such-program"}).wait().exit_code, 127);
}

TEST(ChildProcess, IsNotWaitedForTooLong) {
  ChildProcess child({"sleep", "600"});
  EXPECT_FALSE(child.wait_for(std::chrono::milliseconds(5)));
  child.kill();
  EXPECT_TRUE(ChildProcess({"true"}).wait_for(std::chrono::minutes(5)));
}

}  // namespace
}  // namespace holdfast
