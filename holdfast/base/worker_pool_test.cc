#include "holdfast/base/worker_pool.h"

#include <gtest/gtest.h>

#include <stdexcept>

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

}  // namespace
}  // namespace holdfast
