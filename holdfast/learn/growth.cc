// How the learner's time and memory grow with examples, noise and thresholds: the table of
// docs/learning.md. Seconds are of the processor, one thread, so that a busy machine does not show.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>

#include "holdfast/learn/learner.h"
#include "holdfast/learn/synthetic.h"

namespace {

using namespace holdfast::learn;

void print_row(const std::string& space, Task task, double noise, int max_thresholds) {
  task.bias.max_thresholds = max_thresholds;
  const std::clock_t start = std::clock();
  const LearnResult r = learn(task, {.seconds = 300});
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("| {} | {} | {:.0f} % | {:.0f} | {:.0f} | {:.2f} | {} | {} |\n", space,
             task.examples.size(), 100 * noise, r.space, r.candidates, seconds,
             r.optimal ? "yes" : "no", usage.ru_maxrss / 1024);
}

// Each row is a process of its own: a peak is of all that a process has done.
void measure(const std::string& space, const std::function<Task()>& make, double noise,
             int max_thresholds) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) std::exit(EXIT_FAILURE);
  if (child == 0) {
    print_row(space, make(), noise, max_thresholds);
    std::exit(EXIT_SUCCESS);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) std::exit(EXIT_FAILURE);
}

}  // namespace

int main() {
  fmt::print(
      "| space | examples | noise | rules | kept | seconds | proven | peak MB |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (const double noise : {0.1, 0.2}) {
    for (const int n : {1000, 5000, 20000}) {
      for (const int step : {4, 2, 1}) {
        const SyntheticOptions options{.examples = n, .noise = noise, .threshold_step = step};
        measure(
            step == 1 ? "rocksample, every threshold"
                      : fmt::format("rocksample, every {}. threshold", step),
            [&] { return SyntheticTask::rocksample(options); }, noise, 1);
      }
      measure(
          "pocman", [&] { return SyntheticTask::pocman({.examples = n, .noise = noise}); }, noise,
          1);
    }
  }
  measure(
      "rocksample, every threshold, intervals",
      [] { return SyntheticTask::rocksample({.examples = 1000, .noise = 0.1}); }, 0.1, 2);
}
