#include "holdfast/ais/network.h"

#include <gtest/gtest.h>

#include <array>

namespace holdfast::ais {
namespace {

const Shape kShape{.observations = 3, .actions = 4, .hidden = 8, .head = 6};

// Acting and training compute the same information state.
TEST(Network, MemoryFollowsTheTape) {
  Rng rng(4);
  const auto weights = Weights<float>::random(kShape, rng);
  Tape<float> tape(kShape, 20);
  Memory memory(kShape);
  Input input;
  for (int t = 0; t < 20; ++t) {
    tape.push(weights, input, t == 0);
    memory.update(weights, input);
    EXPECT_LT((tape.z(t) - memory.z()).cwiseAbs().maxCoeff(), 1e-6f) << "step " << t;
    input = {static_cast<int>(rng.below(3)), static_cast<int>(rng.below(4)), rng.uniform()};
  }
}

// The cell of the literature (Hochreiter & Schmidhuber 1997, with forget gate), written out.
TEST(Network, OneStepOfTheLstmByHand) {
  const Shape shape{.observations = 1, .actions = 1, .hidden = 1, .head = 1};
  Weights<double> weights(shape);
  auto w = weights.state_view();
  w.from_input << 0.1, 0.2, 0.3,  // input gate
      0.4, 0.5, 0.6,              // forget
      0.7, 0.8, 0.9,              // cell
      1.0, 1.1, 1.2;              // output
  w.recurrent << 0.5, -0.5, 0.25, -0.25;
  w.bias << 0.01, 0.02, 0.03, 0.04;
  Tape<double> tape(shape, 2);
  tape.push(weights, Input{}, true);
  tape.push(weights, {0, 0, 2}, false);

  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  const double c0 = sigmoid(0.01) * std::tanh(0.03);
  const double z0 = sigmoid(0.04) * std::tanh(c0);
  EXPECT_NEAR(tape.z(0)[0], z0, 1e-15);
  const double c1 =
      sigmoid(0.02 + 0.4 + 0.5 + 1.2 - 0.5 * z0) * c0 +
      sigmoid(0.01 + 0.1 + 0.2 + 0.6 + 0.5 * z0) * std::tanh(0.03 + 0.7 + 0.8 + 1.8 + 0.25 * z0);
  const double z1 = sigmoid(0.04 + 1.0 + 1.1 + 2.4 - 0.25 * z0) * std::tanh(c1);
  EXPECT_NEAR(tape.z(1)[0], z1, 1e-15);
}

TEST(Network, PolicyIsADistribution) {
  Rng rng(5);
  const auto weights = Weights<double>::random(kShape, rng);
  Vector<double> p;
  policy<double>(weights, Vector<double>::Constant(8, 50.0), p);
  EXPECT_NEAR(p.sum(), 1, 1e-12);
  EXPECT_GE(p.minCoeff(), 0);
}

TEST(Network, ActionsAreDrawnByProbability) {
  Rng rng(6);
  Vector<float> p(3);
  p << 0.2f, 0.0f, 0.8f;
  std::array<int, 3> counts{};
  for (int i = 0; i < 10000; ++i) ++counts[static_cast<std::size_t>(draw(p, rng))];
  EXPECT_NEAR(counts[0], 2000, 200);
  EXPECT_EQ(counts[1], 0);
}

// Initial weights fill their bounds, which shrink with the inputs of the layer.
TEST(Network, InitialWeightsStayWithinTheirBounds) {
  Rng rng(7);
  auto weights = Weights<double>::random(kShape, rng);
  const double lstm = weights.state_view().recurrent.cwiseAbs().maxCoeff();
  EXPECT_LE(lstm, 1 / std::sqrt(8.0));
  EXPECT_GT(lstm, 0.9 / std::sqrt(8.0));
  EXPECT_LE(weights.state_view().reward.from_z.cwiseAbs().maxCoeff(), 1 / std::sqrt(12.0));
  EXPECT_LE(weights.policy.cwiseAbs().maxCoeff(), 1 / std::sqrt(8.0));
}

}  // namespace
}  // namespace holdfast::ais
