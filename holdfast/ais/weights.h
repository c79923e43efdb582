// The weights of the networks: two flat vectors (one per optimiser), and matrices that look into
// them. Flat, because Adam, checkpoints and the check of gradients treat all weights alike.
#pragma once

#include <Eigen/Core>
#include <type_traits>

#include "holdfast/base/rng.h"

namespace holdfast::ais {

struct Shape {
  int observations = 0;
  int actions = 0;
  int hidden = 128;
  int head = 64;
  // One-hot observation, one-hot last action, last reward.
  int inputs() const { return observations + actions + 1; }
  friend bool operator==(const Shape&, const Shape&) = default;
};

template <class Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
template <class Real>
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

// A matrix inside a flat vector; read-only where Real is const.
template <class Real>
using MatrixView =
    Eigen::Map<std::conditional_t<std::is_const_v<Real>, const Matrix<std::remove_const_t<Real>>,
                                  Matrix<Real>>>;
template <class Real>
using VectorView =
    Eigen::Map<std::conditional_t<std::is_const_v<Real>, const Vector<std::remove_const_t<Real>>,
                                  Vector<Real>>>;

// One prediction of (z, a): relu(from_z z + from_action e_a + bias), then linear.
template <class Real>
struct HeadView {
  MatrixView<Real> from_z;       // head x hidden
  MatrixView<Real> from_action;  // head x actions
  VectorView<Real> bias;
  MatrixView<Real> out;  // outputs x head
  VectorView<Real> out_bias;
};

// The information state's weights. The rows of the LSTM are its gates: input, forget, cell, output.
template <class Real>
struct StateView {
  MatrixView<Real> from_input;  // 4 hidden x inputs
  MatrixView<Real> recurrent;   // 4 hidden x hidden
  VectorView<Real> bias;
  HeadView<Real> reward;
  HeadView<Real> observation;
};

// pi(a | z) = softmax(weights z + bias).
template <class Real>
struct PolicyView {
  MatrixView<Real> weights;  // actions x hidden
  VectorView<Real> bias;
};

template <class Real>
struct Weights {
  Shape shape;
  Vector<Real> state;
  Vector<Real> policy;

  // All zero.
  explicit Weights(const Shape& shape);
  // Uniform in +-1/sqrt(inputs of the layer); in +-1/sqrt(hidden) for the LSTM.
  static Weights random(const Shape& shape, Rng& rng);

  StateView<Real> state_view();
  StateView<const Real> state_view() const;
  PolicyView<Real> policy_view();
  PolicyView<const Real> policy_view() const;
};

extern template struct Weights<float>;
extern template struct Weights<double>;

}  // namespace holdfast::ais
