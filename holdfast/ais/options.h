// Settings of the AIS agent (Subramanian, Sinha, Seraj & Mahajan, "Approximate information state
// for approximate planning and reinforcement learning in partially observed systems", JMLR 2022);
// the defaults are the ones of its RockSample experiments.
#pragma once

#include <string>

namespace holdfast::ais {

// What is measured between the predicted and the seen next observation.
enum class Loss {
  kl,  // Kullback-Leibler divergence, that is the negative log-likelihood; lambda 1e-4
  mmd  // maximum mean discrepancy with the squared distance as kernel; lambda 1e-3
};

std::string to_string(Loss loss);
// Throws InputError if it is not "kl" or "mmd".
Loss loss_from_string(const std::string& name);
// The weight of the reward loss that goes with each loss in the experiments.
double default_lambda(Loss loss);

struct Options {
  Loss loss = Loss::kl;
  // The loss of the information state is lambda (r - r^)^2 + (1 - lambda) loss(o, o^).
  double lambda = 1e-4;
  double state_rate = 3e-3;   // Adam's step for LSTM and predictions
  double policy_rate = 7e-4;  // Adam's step for the policy
  int hidden = 128;           // size of the information state z
  int head = 64;              // hidden units of each prediction
  int batch_steps = 200;      // steps between two updates; a last episode is cut off
  int evaluate_every = 500;   // batches between two points of the learning curve
  int evaluation_episodes = 100;
  int evaluation_steps = 90;  // episodes of the evaluation are cut off after this many steps
  friend bool operator==(const Options&, const Options&) = default;
};

// Throws InputError that names the value that makes no sense.
void check(const Options& options);

}  // namespace holdfast::ais
