// Rates that bear comparison on a shared, noisy machine: rivals are measured in turns in one run,
// and for each the best of its rounds counts.
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

// What a second is one of.
enum class Time {
  thread,   // of processor time of the calling thread, whatever else runs on the machine
  process,  // of processor time of all threads together
  wall
};

// Units per second of each contender: `rounds` turns each, the best counts.
std::vector<double> best_rates(const std::vector<Contender>& contenders, int rounds,
                               Time time = Time::thread);

}  // namespace holdfast
