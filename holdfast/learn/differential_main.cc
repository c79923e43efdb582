// Compares the learner with brute force on random tasks, until a count or a first failure:
//   holdfast_learn_differential [FIRST_SEED [COUNT]]
#include <fmt/format.h>

#include <cstdlib>

#include "holdfast/learn/differential.h"

int main(int argc, char** argv) {
  const std::uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10'000;
  int failures = 0;
  std::int64_t rules = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const holdfast::learn::DifferentialOutcome outcome = holdfast::learn::differential(seed);
    rules += outcome.rules;
    if (!outcome.failure.empty()) {
      fmt::print("seed {}: {}\n{}\n", seed, outcome.failure, outcome.task);
      ++failures;
    }
    if ((seed + 1 - first) % 1000 == 0) {
      fmt::print("{} tasks, {} rules, {} failures\n", seed + 1 - first, rules, failures);
    }
    std::fflush(stdout);
  }
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
