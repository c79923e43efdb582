// Gradients against central differences, in double precision: every weight of small networks.
#include "holdfast/ais/backpropagation.h"

#include <gtest/gtest.h>

#include <vector>

namespace holdfast::ais {
namespace {

// A batch of three episodes of lengths 5, 1 and 4, the last one cut off, with random content.
std::vector<Step> random_steps(const Shape& shape, Rng& rng) {
  std::vector<Step> steps;
  const auto any = [&](int n) { return static_cast<int>(rng.below(static_cast<unsigned>(n))); };
  for (const int length : {5, 1, 4}) {
    Input input;
    for (int t = 0; t < length; ++t) {
      Step step{.input = input,
                .first = t == 0,
                .action = any(shape.actions),
                .reward = 4 * rng.uniform() - 2,
                .next = any(shape.observations),
                .terminal = t + 1 == length && length != 4};
      steps.push_back(step);
      input = {step.next, step.action, step.reward};
    }
  }
  return steps;
}

class Gradients : public testing::TestWithParam<Loss> {
 protected:
  Losses run(const Weights<double>& weights, Weights<double>& gradient) {
    const int n = static_cast<int>(steps_.size());
    Tape<double> tape(shape_, n);
    for (const Step& step : steps_) tape.push(weights, step.input, step.first);
    std::vector<double> returns(steps_.size());
    discounted_returns(steps_, 0.9, returns);
    return Backpropagation<double>(shape_, n).run(weights, steps_, tape, returns, GetParam(),
                                                  kLambda, gradient);
  }

  template <class Value>
  void expect_derivatives(const Vector<double>& gradient, Weights<double> weights,
                          Vector<double> Weights<double>::*part, Value value) {
    constexpr double h = 1e-5;
    Weights<double> unused(shape_);
    for (Eigen::Index i = 0; i < gradient.size(); ++i) {
      double& x = (weights.*part)[i];
      const double old = x;
      x = old + h;
      const double above = value(run(weights, unused));
      x = old - h;
      const double below = value(run(weights, unused));
      x = old;
      const double slope = (above - below) / (2 * h);
      EXPECT_NEAR(gradient[i], slope, 1e-7 + 1e-6 * std::abs(slope)) << "weight " << i;
    }
  }

  static constexpr double kLambda = 0.3;
  Shape shape_{.observations = 3, .actions = 4, .hidden = 5, .head = 6};
  Rng rng_{11};
  std::vector<Step> steps_ = random_steps(shape_, rng_);
  Weights<double> weights_ = Weights<double>::random(shape_, rng_);
};

TEST_P(Gradients, OfTheInformationStateAreTheSlopesOfItsLoss) {
  Weights<double> gradient(shape_);
  run(weights_, gradient);
  expect_derivatives(gradient.state, weights_, &Weights<double>::state,
                     [](const Losses& l) { return l.state(kLambda); });
}

TEST_P(Gradients, OfThePolicyAreTheSlopesOfReinforce) {
  Weights<double> gradient(shape_);
  run(weights_, gradient);
  expect_derivatives(gradient.policy, weights_, &Weights<double>::policy,
                     [](const Losses& l) { return l.policy; });
}

// Episodes are independent: swapping two of them changes neither losses nor gradients.
TEST_P(Gradients, DoNotLeakBetweenEpisodes) {
  Weights<double> before(shape_), after(shape_);
  const Losses one = run(weights_, before);
  std::rotate(steps_.begin(), steps_.begin() + 5, steps_.begin() + 6);
  const Losses two = run(weights_, after);
  EXPECT_NEAR(one.state(kLambda), two.state(kLambda), 1e-12);
  EXPECT_NEAR(one.policy, two.policy, 1e-12);
  EXPECT_LT((before.state - after.state).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((before.policy - after.policy).cwiseAbs().maxCoeff(), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Losses, Gradients, testing::Values(Loss::kl, Loss::mmd),
                         [](const auto& test) { return to_string(test.param); });

TEST(Losses, KlIsTheNegativeLogLikelihood) {
  Vector<double> p(3), d(3);
  p << 0.2, 0.5, 0.3;
  EXPECT_DOUBLE_EQ(observation_loss<double>(Loss::kl, p, 1, d), -std::log(0.5));
}

// 2 |p - e_o|^2 - 2 = 2 |p|^2 - 4 p_o.
TEST(Losses, MmdIsTheSquaredDistanceUpToAConstant) {
  Vector<double> p(3), d(3), seen(3);
  p << 0.2, 0.5, 0.3;
  seen << 0, 1, 0;
  EXPECT_DOUBLE_EQ(observation_loss<double>(Loss::mmd, p, 1, d), 2 * (p - seen).squaredNorm() - 2);
}

TEST(Returns, AreDiscountedToTheEndOfTheEpisode) {
  std::vector<Step> steps(4);
  steps[0] = {.first = true, .reward = 1};
  steps[1] = {.reward = 2, .terminal = true};
  steps[2] = {.first = true, .reward = 4};
  steps[3] = {.reward = 8};
  std::vector<double> returns(4);
  discounted_returns(steps, 0.5, returns);
  EXPECT_EQ(returns, (std::vector<double>{2, 2, 8, 8}));
}

}  // namespace
}  // namespace holdfast::ais
