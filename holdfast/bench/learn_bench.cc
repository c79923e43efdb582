#include "holdfast/bench/learn_bench.h"

#include <nlohmann/json.hpp>

#include "holdfast/bench/measure.h"
#include "holdfast/learn/learner.h"
#include "holdfast/learn/synthetic.h"

namespace holdfast {

void bench_learner(nlohmann::json& results, int rounds) {
  const learn::SyntheticOptions options{.examples = 2000, .threshold_step = 2};
  const auto learner = [](learn::Task task) {
    return [task = std::move(task)] {
      learn::learn(task);
      return static_cast<double>(task.examples.size());
    };
  };
  const std::vector<double> rates =
      best_rates({{"rocksample", learner(learn::SyntheticTask::rocksample(options))},
                  {"pocman", learner(learn::SyntheticTask::pocman(options))}},
                 rounds, Time::process);
  results["learner_rocksample_examples_per_second"] = rates[0];
  results["learner_pocman_examples_per_second"] = rates[1];
}

}  // namespace holdfast
