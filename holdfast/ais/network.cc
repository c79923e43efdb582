#include "holdfast/ais/network.h"

namespace holdfast::ais {
namespace {

// sigmoid by tanh, which Eigen vectorises.
template <class Block>
void sigmoid(Block&& x) {
  using Real = typename std::decay_t<Block>::Scalar;
  x = Real(0.5) * (Real(0.5) * x.array()).tanh() + Real(0.5);
}

// Adds what the input contributes to the gates: one-hot vectors pick columns.
template <class Real>
void add_input(const StateView<const Real>& w, const Shape& shape, const Input& input,
               Eigen::Ref<Vector<Real>> gates) {
  if (input.observation >= 0) gates += w.from_input.col(input.observation);
  if (input.action >= 0) gates += w.from_input.col(shape.observations + input.action);
  if (input.reward != 0) {
    gates += static_cast<Real>(input.reward) * w.from_input.col(shape.inputs() - 1);
  }
}

// From `gates` before their sigmoids and the old cell to the new z; `cell` may be the old one.
template <class Real>
void activate(Eigen::Ref<Vector<Real>> gates, const Eigen::Ref<const Vector<Real>>& old_cell,
              Eigen::Ref<Vector<Real>> cell, Eigen::Ref<Vector<Real>> squashed,
              Eigen::Ref<Vector<Real>> z) {
  const Eigen::Index n = cell.size();
  sigmoid(gates.head(2 * n));
  gates.segment(2 * n, n) = gates.segment(2 * n, n).array().tanh();
  sigmoid(gates.tail(n));
  cell = gates.segment(n, n).array() * old_cell.array() +
         gates.head(n).array() * gates.segment(2 * n, n).array();
  squashed = cell.array().tanh();
  z = gates.tail(n).array() * squashed.array();
}

}  // namespace

template <class Real>
Tape<Real>::Tape(const Shape& s, int capacity)
    : gates_(4 * s.hidden, capacity),
      cell_(s.hidden, capacity),
      squashed_(s.hidden, capacity),
      z_(s.hidden, capacity) {}

template <class Real>
void Tape<Real>::push(const Weights<Real>& weights, const Input& input, bool first) {
  const StateView<const Real> w = weights.state_view();
  const int t = size_++;
  gates_.col(t) = w.bias;
  if (!first) gates_.col(t).noalias() += w.recurrent * z_.col(t - 1);
  add_input<Real>(w, weights.shape, input, gates_.col(t));
  if (first) {
    cell_.col(t).setZero();
    activate<Real>(gates_.col(t), cell_.col(t), cell_.col(t), squashed_.col(t), z_.col(t));
  } else {
    activate<Real>(gates_.col(t), cell_.col(t - 1), cell_.col(t), squashed_.col(t), z_.col(t));
  }
}

Memory::Memory(const Shape& s)
    : gates_(4 * s.hidden),
      cell_(Vector<float>::Zero(s.hidden)),
      squashed_(s.hidden),
      z_(Vector<float>::Zero(s.hidden)) {}

void Memory::update(const Weights<float>& weights, const Input& input) {
  const StateView<const float> w = weights.state_view();
  gates_ = w.bias;
  gates_.noalias() += w.recurrent * z_;
  add_input<float>(w, weights.shape, input, gates_);
  activate<float>(gates_, cell_, cell_, squashed_, z_);
}

template <class Real>
void softmax(Eigen::Ref<Vector<Real>> x) {
  x = (x.array() - x.maxCoeff()).exp();
  x /= x.sum();
}

template <class Real>
void policy(const Weights<Real>& weights, const Eigen::Ref<const Vector<Real>>& z,
            Vector<Real>& probabilities) {
  const PolicyView<const Real> w = weights.policy_view();
  probabilities = w.bias;
  probabilities.noalias() += w.weights * z;
  softmax<Real>(probabilities);
}

Action draw(const Vector<float>& probabilities, Rng& rng) {
  double rest = rng.uniform();
  Action a = 0;
  for (; a + 1 < probabilities.size(); ++a) {
    rest -= static_cast<double>(probabilities[a]);
    if (rest < 0) break;
  }
  return a;
}

template class Tape<float>;
template class Tape<double>;
template void policy<float>(const Weights<float>&, const Eigen::Ref<const Vector<float>>&,
                            Vector<float>&);
template void policy<double>(const Weights<double>&, const Eigen::Ref<const Vector<double>>&,
                             Vector<double>&);
template void softmax<float>(Eigen::Ref<Vector<float>>);
template void softmax<double>(Eigen::Ref<Vector<double>>);

}  // namespace holdfast::ais
