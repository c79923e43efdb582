#include "holdfast/base/worker_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

TEST(WorkerPool, EachWorkerRunsOncePerRound) {
  WorkerPool pool(3);
  ASSERT_EQ(pool.size(), 3);
  std::vector<int> calls(3);
  for (int round = 0; round < 100; ++round) {
    pool.run([&](int w) { ++calls[static_cast<std::size_t>(w)]; });
  }
  EXPECT_EQ(calls, (std::vector<int>{100, 100, 100}));
}

// Between moves that somebody thinks about, workers have gone to sleep.
TEST(WorkerPool, WorkersThatSleepAreWoken) {
  WorkerPool pool(3);
  std::vector<int> calls(3);
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    pool.run([&](int w) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20 * (w % 2)));
      ++calls[static_cast<std::size_t>(w)];
    });
  }
  EXPECT_EQ(calls, (std::vector<int>{3, 3, 3}));
}

TEST(WorkerPool, PassesOnFailuresAndGoesOn) {
  WorkerPool pool(2);
  EXPECT_THROW(pool.run([](int w) {
    if (w == 1) throw std::runtime_error("no");
  }),
               std::runtime_error);
  int sum = 0;
  std::mutex mutex;
  pool.run([&](int w) {
    const std::lock_guard lock(mutex);
    sum += w + 1;
  });
  EXPECT_EQ(sum, 3);
}

TEST(WorkerPool, JobsHaveALimitThatIsSaid) {
  EXPECT_NO_THROW(check_jobs(1));
  EXPECT_NO_THROW(check_jobs(kMostJobs));
  EXPECT_THROW(check_jobs(0), InputError);
  EXPECT_THROW(check_jobs(kMostJobs + 1), InputError);
}

// A small address space stands for any reason why a thread does not start.
[[noreturn]] void ask_for_more_threads_than_fit() {
  const rlimit limit{400U << 20, 400U << 20};
  ::setrlimit(RLIMIT_AS, &limit);
  try {
    const WorkerPool pool(kMostJobs);
  } catch (const Error& e) {
    std::fputs(e.what(), stderr);
    std::_Exit(7);
  }
  std::_Exit(0);
}

TEST(WorkerPoolDeathTest, AThreadThatCannotStartIsAnErrorAndNothingHangs) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer itself needs the address space";
#endif
  EXPECT_EXIT(ask_for_more_threads_than_fit(), ::testing::ExitedWithCode(7),
              "could not be started");
}

}  // namespace
}  // namespace holdfast
