// How the learner's time grows with examples, noise and thresholds: the table of docs/learning.md.
// Seconds are of the processor, one thread, so that a busy machine does not show.
#include <fmt/format.h>
#include <sys/resource.h>

#include <ctime>
#include <string>

#include "holdfast/learn/learner.h"
#include "holdfast/learn/synthetic.h"

namespace {

using namespace holdfast::learn;

void measure(const std::string& space, Task task, double noise, int max_thresholds) {
  task.bias.max_thresholds = max_thresholds;
  const std::clock_t start = std::clock();
  const LearnResult r = learn(task, {.seconds = 300});
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("| {} | {} | {:.0f} % | {:.0f} | {:.0f} | {:.2f} | {} | {} |\n", space,
             task.examples.size(), 100 * noise, r.space, r.candidates, seconds,
             r.optimal ? "yes" : "no", usage.ru_maxrss / 1024);
  std::fflush(stdout);
}

}  // namespace

int main() {
  fmt::print(
      "| space | examples | noise | rules | kept | seconds | proven | peak MB |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (const double noise : {0.1, 0.2}) {
    for (const int n : {1000, 5000, 20000}) {
      for (const int step : {4, 2, 1}) {
        measure(step == 1 ? "rocksample, every threshold"
                          : fmt::format("rocksample, every {}. threshold", step == 4 ? "4" : "2"),
                SyntheticTask::rocksample({.examples = n, .noise = noise, .threshold_step = step}),
                noise, 1);
      }
      measure("pocman", SyntheticTask::pocman({.examples = n, .noise = noise}), noise, 1);
    }
  }
  measure("rocksample, every threshold, intervals",
          SyntheticTask::rocksample({.examples = 1000, .noise = 0.1}), 0.1, 2);
}
