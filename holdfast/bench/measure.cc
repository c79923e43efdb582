#include "holdfast/bench/measure.h"

#include <ctime>

#include <algorithm>

namespace holdfast {
namespace {

double seconds_by(Time time) {
  const clockid_t id = time == Time::thread    ? CLOCK_THREAD_CPUTIME_ID
                       : time == Time::process ? CLOCK_PROCESS_CPUTIME_ID
                                               : CLOCK_MONOTONIC;
  timespec t{};
  clock_gettime(id, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace

std::vector<double> best_rates(const std::vector<Contender>& contenders, int rounds, Time time) {
  std::vector<double> best(contenders.size(), 0);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const double start = seconds_by(time);
      const double units = contenders[i].work();
      best[i] = std::max(best[i], units / (seconds_by(time) - start));
    }
  }
  return best;
}

}  // namespace holdfast
