#include "holdfast/ais/weights.h"

#include <cmath>

namespace holdfast::ais {
namespace {

// Hands out consecutive pieces of a flat vector.
template <class Real>
class Cursor {
 public:
  explicit Cursor(Real* at) : at_(at) {}

  MatrixView<Real> matrix(int rows, int columns) {
    Real* begin = at_;
    at_ += static_cast<std::ptrdiff_t>(rows) * columns;
    return MatrixView<Real>(begin, rows, columns);
  }
  VectorView<Real> vector(int rows) {
    Real* begin = at_;
    at_ += rows;
    return VectorView<Real>(begin, rows);
  }
  HeadView<Real> head(const Shape& s, int outputs) {
    // Braces evaluate in order, which is the order in the file.
    return HeadView<Real>{matrix(s.head, s.hidden), matrix(s.head, s.actions), vector(s.head),
                          matrix(outputs, s.head), vector(outputs)};
  }
  StateView<Real> state(const Shape& s) {
    return StateView<Real>{matrix(4 * s.hidden, s.inputs()), matrix(4 * s.hidden, s.hidden),
                           vector(4 * s.hidden), head(s, 1), head(s, s.observations)};
  }
  PolicyView<Real> policy(const Shape& s) {
    return PolicyView<Real>{matrix(s.actions, s.hidden), vector(s.actions)};
  }

 private:
  Real* at_;
};

Eigen::Index head_size(const Shape& s, int outputs) {
  return static_cast<Eigen::Index>(s.head) * (s.hidden + s.actions + 1) +
         static_cast<Eigen::Index>(outputs) * (s.head + 1);
}

Eigen::Index state_size(const Shape& s) {
  return 4 * static_cast<Eigen::Index>(s.hidden) * (s.inputs() + s.hidden + 1) + head_size(s, 1) +
         head_size(s, s.observations);
}

Eigen::Index policy_size(const Shape& s) {
  return static_cast<Eigen::Index>(s.actions) * (s.hidden + 1);
}

template <class View>
void fill(View&& view, int inputs, Rng& rng) {
  const double bound = 1 / std::sqrt(static_cast<double>(inputs));
  for (auto& x : view.reshaped()) {
    x = static_cast<std::remove_reference_t<decltype(x)>>(bound * (2 * rng.uniform() - 1));
  }
}

template <class Real>
void fill(HeadView<Real> head, Rng& rng) {
  const int inputs = static_cast<int>(head.from_z.cols() + head.from_action.cols());
  fill(head.from_z, inputs, rng);
  fill(head.from_action, inputs, rng);
  fill(head.bias, inputs, rng);
  fill(head.out, static_cast<int>(head.out.cols()), rng);
  fill(head.out_bias, static_cast<int>(head.out.cols()), rng);
}

}  // namespace

template <class Real>
Weights<Real>::Weights(const Shape& s)
    : shape(s),
      state(Vector<Real>::Zero(state_size(s))),
      policy(Vector<Real>::Zero(policy_size(s))) {}

template <class Real>
Weights<Real> Weights<Real>::random(const Shape& shape, Rng& rng) {
  Weights p(shape);
  StateView<Real> s = p.state_view();
  fill(s.from_input, shape.hidden, rng);
  fill(s.recurrent, shape.hidden, rng);
  fill(s.bias, shape.hidden, rng);
  fill(s.reward, rng);
  fill(s.observation, rng);
  PolicyView<Real> policy = p.policy_view();
  fill(policy.weights, shape.hidden, rng);
  fill(policy.bias, shape.hidden, rng);
  return p;
}

template <class Real>
StateView<Real> Weights<Real>::state_view() {
  return Cursor<Real>(state.data()).state(shape);
}
template <class Real>
StateView<const Real> Weights<Real>::state_view() const {
  return Cursor<const Real>(state.data()).state(shape);
}
template <class Real>
PolicyView<Real> Weights<Real>::policy_view() {
  return Cursor<Real>(policy.data()).policy(shape);
}
template <class Real>
PolicyView<const Real> Weights<Real>::policy_view() const {
  return Cursor<const Real>(policy.data()).policy(shape);
}

template struct Weights<float>;
template struct Weights<double>;

}  // namespace holdfast::ais
