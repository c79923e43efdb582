#include "holdfast/ais/options.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"

namespace holdfast::ais {

std::string to_string(Loss loss) { return loss == Loss::kl ? "kl" : "mmd"; }

Loss loss_from_string(const std::string& name) {
  if (name == "kl") return Loss::kl;
  if (name == "mmd") return Loss::mmd;
  throw InputError(fmt::format("there is no loss '{}'; the losses are kl and mmd", name));
}

double default_lambda(Loss loss) { return loss == Loss::kl ? 1e-4 : 1e-3; }

void check(const Options& o) {
  const auto require = [](bool good, const char* name, auto value, const char* range) {
    if (!good) throw InputError(fmt::format("ais: {} is {}; it must be {}", name, value, range));
  };
  require(o.lambda >= 0 && o.lambda <= 1, "lambda", o.lambda, "from 0 to 1");
  require(o.state_rate > 0 && o.state_rate < 1, "the state's rate", o.state_rate, "in (0, 1)");
  require(o.policy_rate > 0 && o.policy_rate < 1, "the policy's rate", o.policy_rate, "in (0, 1)");
  require(o.hidden >= 1 && o.hidden <= 4096, "hidden", o.hidden, "from 1 to 4096");
  require(o.head >= 1 && o.head <= 4096, "head", o.head, "from 1 to 4096");
  require(o.batch_steps >= 1 && o.batch_steps <= 100000, "the steps of a batch", o.batch_steps,
          "from 1 to 100000");
  require(o.evaluate_every >= 1, "the distance of evaluations", o.evaluate_every, "at least 1");
  require(o.evaluation_episodes >= 1, "the episodes of an evaluation", o.evaluation_episodes,
          "at least 1");
  require(o.evaluation_steps >= 1, "the steps of an evaluation", o.evaluation_steps, "at least 1");
}

}  // namespace holdfast::ais
