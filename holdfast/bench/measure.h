// Rates that bear comparison on a shared, noisy machine: CPU time of the calling thread, rivals
// measured in turns in one run, and for each the best of its rounds.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace holdfast {

struct Contender {
  std::string name;
  // Does some work and returns how many units it did (steps, simulations, calls).
  std::function<double()> work;
};

// CPU seconds of the calling thread so far.
double thread_cpu_seconds();

// Units per CPU second of each contender: `rounds` turns each, the best counts.
std::vector<double> best_rates(const std::vector<Contender>& contenders, int rounds);

// Units per second of wall time, for what runs on several threads; otherwise the same.
std::vector<double> best_wall_rates(const std::vector<Contender>& contenders, int rounds);

}  // namespace holdfast
