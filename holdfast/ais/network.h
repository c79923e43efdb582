// The networks of an AIS agent, forwards. An LSTM folds what the agent did and was told into the
// information state z; the policy and the two predictions (reward, next observation) read only z.
//
//   z_t = LSTM(z_{t-1}; o_t, a_{t-1}, r_{t-1})     pi(. | z_t) = softmax(linear(z_t))
//   r^(z_t, a_t), o^(z_t, a_t): one hidden layer each
//
// Real is float for training and double where gradients are checked.
#pragma once

#include "holdfast/ais/weights.h"
#include "holdfast/pomdp/model.h"

namespace holdfast::ais {

// All that the agent is told before it chooses; the defaults stand for the start of an episode.
struct Input {
  Observation observation = -1;
  Action action = -1;
  double reward = 0;
};

// One step of a batch: what was known, what was done, and what came of it.
struct Step {
  Input input{};
  bool first = false;  // of its episode
  Action action = 0;
  double reward = 0;
  Observation next = 0;
  bool terminal = false;
};

// The LSTM's activations over the steps of a batch, one column per step, kept for the way back.
template <class Real>
class Tape {
 public:
  Tape(const Shape& shape, int capacity);

  void clear() { size_ = 0; }
  int size() const { return size_; }
  // Computes the next column; `first` starts from a zero state.
  void push(const Weights<Real>& weights, const Input& input, bool first);
  auto z(int t) const { return z_.col(t); }
  auto z() const { return z_.leftCols(size_); }

 private:
  template <class>
  friend class Backpropagation;

  int size_ = 0;
  Matrix<Real> gates_;  // after their sigmoids and tanh
  Matrix<Real> cell_;
  Matrix<Real> squashed_;  // tanh(cell)
  Matrix<Real> z_;
};

// The information state while acting: the last column of a tape that grows without end.
class Memory {
 public:
  explicit Memory(const Shape& shape);
  void update(const Weights<float>& weights, const Input& input);
  const Vector<float>& z() const { return z_; }

 private:
  Vector<float> gates_, cell_, squashed_, z_;
};

// pi(. | z); `probabilities` is overwritten.
template <class Real>
void policy(const Weights<Real>& weights, const Eigen::Ref<const Vector<Real>>& z,
            Vector<Real>& probabilities);

// An action drawn from probabilities.
Action draw(const Vector<float>& probabilities, Rng& rng);

template <class Real>
void softmax(Eigen::Ref<Vector<Real>> x);

extern template class Tape<float>;
extern template class Tape<double>;
extern template void policy<float>(const Weights<float>&, const Eigen::Ref<const Vector<float>>&,
                                   Vector<float>&);
extern template void policy<double>(const Weights<double>&, const Eigen::Ref<const Vector<double>>&,
                                    Vector<double>&);
extern template void softmax<float>(Eigen::Ref<Vector<float>>);
extern template void softmax<double>(Eigen::Ref<Vector<double>>);

}  // namespace holdfast::ais
