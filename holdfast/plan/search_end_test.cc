#include "holdfast/plan/search_end.h"

#include <gtest/gtest.h>

#include <thread>

namespace holdfast {
namespace {

constexpr double kSeconds = 0.05;
constexpr auto kLonger = std::chrono::milliseconds(60);

void work_until(const SearchEnd& end) {
  while (!end.reached()) {
  }
}

TEST(SearchEnd, WallTimePassesWhileNobodyWorks) {
  const SearchEnd end(kSeconds, {});
  std::this_thread::sleep_for(kLonger);
  EXPECT_TRUE(end.reached());
}

TEST(SearchEnd, ProcessorTimePassesByWork) {
  const SearchEnd end(kSeconds, {}, SearchClock::processor);
  std::this_thread::sleep_for(kLonger);
  EXPECT_FALSE(end.reached());
  EXPECT_GT(end.left().count(), 0);
  work_until(end);
  EXPECT_LE(end.left().count(), 0);
}

// Each thread has what was left, by its own count, whatever others have spent.
TEST(SearchEnd, ProcessorTimeIsCountedByThread) {
  const SearchEnd end(kSeconds, {}, SearchClock::processor);
  const auto left = end.left();
  work_until(end);
  bool at_once = true;
  std::thread([&] {
    const SearchEnd own = end.on_this_thread(left);
    at_once = own.reached();
    work_until(own);
  }).join();
  EXPECT_FALSE(at_once);
}

// What a search took is told by the clock that it was given.
TEST(SearchEnd, TellsHowLongByItsClock) {
  const SearchEnd wall(0, {});
  const SearchEnd processor(0, {}, SearchClock::processor);
  std::this_thread::sleep_for(kLonger);
  EXPECT_GE(wall.elapsed(), kSeconds);
  EXPECT_LT(processor.elapsed(), wall.elapsed());
  const double slept = processor.elapsed();
  work_until(SearchEnd(kSeconds, {}, SearchClock::processor));
  EXPECT_GE(processor.elapsed(), slept + kSeconds);
}

TEST(SearchEnd, WithoutSecondsThereIsNoEnd) {
  for (const SearchClock clock : {SearchClock::wall, SearchClock::processor}) {
    const SearchEnd end(0, {}, clock);
    EXPECT_FALSE(end.on_this_thread(end.left()).reached());
  }
}

}  // namespace
}  // namespace holdfast
