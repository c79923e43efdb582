#include "holdfast/bench/measure.h"

#include <ctime>

#include <algorithm>
#include <chrono>

namespace holdfast {
namespace {

std::vector<double> rates(const std::vector<Contender>& contenders, int rounds, double (*now)()) {
  std::vector<double> best(contenders.size(), 0);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const double start = now();
      const double units = contenders[i].work();
      best[i] = std::max(best[i], units / (now() - start));
    }
  }
  return best;
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

double thread_cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

std::vector<double> best_rates(const std::vector<Contender>& contenders, int rounds) {
  return rates(contenders, rounds, thread_cpu_seconds);
}

std::vector<double> best_wall_rates(const std::vector<Contender>& contenders, int rounds) {
  return rates(contenders, rounds, wall_seconds);
}

}  // namespace holdfast
