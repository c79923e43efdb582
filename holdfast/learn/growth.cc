// How the learner's time grows with examples, noise, thresholds and rules per head: the table of
// docs/learning.md. Usage: holdfast_learn_growth [threads]
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <string>

#include "holdfast/learn/learner.h"
#include "holdfast/learn/synthetic.h"
#include "holdfast/logic/print.h"

namespace {

using namespace holdfast::learn;

void measure(const std::string& space, const Task& task, double noise, LearnOptions options) {
  options.seconds = 120;
  const auto start = std::chrono::steady_clock::now();
  const LearnResult r = learn(task, options);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("| {} | {} | {:.0f} % | {} | {:.0f} | {:.0f} | {} | {:.3f} | {} | {} |\n", space,
             task.examples.size(), 100 * noise, options.rules_per_head, r.space, r.candidates,
             options.engine == Engine::clingo ? "clingo" : "bb", took.count(),
             r.optimal ? "yes" : "no", usage.ru_maxrss / 1024);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  LearnOptions options;
  options.threads = argc > 1 ? std::stoi(argv[1]) : 1;
  fmt::print(
      "| space | examples | noise | rules per head | rules | may matter | engine | seconds | "
      "proven | peak MB |\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (const double noise : {0.1, 0.2}) {
    for (const int n : {1000, 5000, 20000}) {
      for (const int step : {4, 2, 1}) {
        const Task task =
            SyntheticTask::rocksample({.examples = n, .noise = noise, .threshold_step = step});
        measure(fmt::format("rocksample, every {}. threshold", step), task, noise, options);
      }
    }
    for (const int n : {1000, 5000, 20000}) {
      const Task task = SyntheticTask::pocman({.examples = n, .noise = noise});
      measure("pocman", task, noise, options);
    }
  }
}
