#include "holdfast/ais/backpropagation.h"

#include <algorithm>
#include <cmath>

namespace holdfast::ais {
namespace {

template <class Real, class Derived>
void add_by_action(std::span<const Step> steps, const Eigen::MatrixBase<Derived>& columns,
                   MatrixView<Real>& sums) {
  for (std::size_t t = 0; t < steps.size(); ++t) {
    sums.col(steps[t].action) += columns.col(static_cast<Eigen::Index>(t));
  }
}

Eigen::Index column_count(std::span<const Step> steps) {
  return static_cast<Eigen::Index>(steps.size());
}

}  // namespace

template <class Real>
double observation_loss(Loss loss, const Eigen::Ref<const Vector<Real>>& p, Observation o,
                        Eigen::Ref<Vector<Real>> logits_gradient) {
  logits_gradient = p;
  logits_gradient[o] -= 1;
  if (loss == Loss::kl) {
    return -std::log(std::max(static_cast<double>(p[o]), 1e-30));
  }
  // 2 |p|^2 - 4 p_o, which is 2 |p - e_o|^2 up to a constant; then through the softmax.
  const double value = 2 * static_cast<double>(p.squaredNorm()) - 4 * static_cast<double>(p[o]);
  logits_gradient *= 4;
  const Real mean = p.dot(logits_gradient);
  logits_gradient = p.array() * (logits_gradient.array() - mean);
  return value;
}

void discounted_returns(std::span<const Step> steps, double discount, std::span<double> returns) {
  double rest = 0;
  for (std::size_t t = steps.size(); t-- > 0;) {
    rest = steps[t].reward + discount * rest;
    returns[t] = rest;
    if (steps[t].first) rest = 0;
  }
}

template <class Real>
Backpropagation<Real>::Backpropagation(const Shape& s, int capacity)
    : dz_(s.hidden, capacity),
      dgates_(4 * s.hidden, capacity),
      before_(s.hidden, capacity),
      layer_(s.head, capacity),
      dlayer_(s.head, capacity),
      out_(std::max(s.observations, s.actions), capacity),
      dout_(std::max(s.observations, s.actions), capacity),
      dcell_(s.hidden) {}

template <class Real>
Losses Backpropagation<Real>::run(const Weights<Real>& weights, std::span<const Step> steps,
                                  const Tape<Real>& tape, std::span<const double> returns,
                                  Loss loss, double lambda, Weights<Real>& gradient) {
  gradient.state.setZero();
  gradient.policy.setZero();
  dz_.setZero();
  Losses losses;
  losses.reward = reward_head(weights, steps, tape, lambda, gradient);
  losses.observation = observation_head(weights, steps, tape, loss, 1 - lambda, gradient);
  losses.policy = reinforce(weights, steps, tape, returns, gradient);
  through_time(weights, steps, tape, gradient);
  return losses;
}

template <class Real>
void Backpropagation<Real>::head_forward(const HeadView<const Real>& head,
                                         std::span<const Step> steps, const Tape<Real>& tape) {
  const Eigen::Index n = column_count(steps);
  layer_.leftCols(n).noalias() = head.from_z * tape.z();
  for (Eigen::Index t = 0; t < n; ++t) {
    layer_.col(t) += head.from_action.col(steps[static_cast<std::size_t>(t)].action) + head.bias;
  }
  layer_.leftCols(n) = layer_.leftCols(n).cwiseMax(Real(0));
  const Eigen::Index outputs = head.out.rows();
  out_.topLeftCorner(outputs, n).noalias() = head.out * layer_.leftCols(n);
  out_.topLeftCorner(outputs, n).colwise() += head.out_bias;
}

// From dout_ to the gradients of the head and to dz_.
template <class Real>
void Backpropagation<Real>::head_backward(const HeadView<const Real>& head,
                                          std::span<const Step> steps, const Tape<Real>& tape,
                                          HeadView<Real> gradient) {
  const Eigen::Index n = column_count(steps);
  const auto dout = dout_.topLeftCorner(head.out.rows(), n);
  const auto layer = layer_.leftCols(n);
  auto dlayer = dlayer_.leftCols(n);
  gradient.out.noalias() += dout * layer.transpose();
  gradient.out_bias += dout.rowwise().sum();
  dlayer.noalias() = head.out.transpose() * dout;
  dlayer = (layer.array() > Real(0)).select(dlayer, Real(0));
  gradient.from_z.noalias() += dlayer * tape.z().transpose();
  gradient.bias += dlayer.rowwise().sum();
  add_by_action<Real>(steps, dlayer, gradient.from_action);
  dz_.leftCols(n).noalias() += head.from_z.transpose() * dlayer;
}

template <class Real>
double Backpropagation<Real>::reward_head(const Weights<Real>& weights, std::span<const Step> steps,
                                          const Tape<Real>& tape, double weight,
                                          Weights<Real>& gradient) {
  const HeadView<const Real> head = weights.state_view().reward;
  head_forward(head, steps, tape);
  const double n = static_cast<double>(steps.size());
  double sum = 0;
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const auto column = static_cast<Eigen::Index>(t);
    const double error = static_cast<double>(out_(0, column)) - steps[t].reward;
    sum += error * error;
    dout_(0, column) = static_cast<Real>(2 * weight * error / n);
  }
  head_backward(head, steps, tape, gradient.state_view().reward);
  return sum / n;
}

template <class Real>
double Backpropagation<Real>::observation_head(const Weights<Real>& weights,
                                               std::span<const Step> steps, const Tape<Real>& tape,
                                               Loss loss, double weight, Weights<Real>& gradient) {
  const HeadView<const Real> head = weights.state_view().observation;
  head_forward(head, steps, tape);
  const auto predicted =
      std::count_if(steps.begin(), steps.end(), [](const Step& s) { return !s.terminal; });
  if (predicted == 0) return 0;
  const Eigen::Index outputs = head.out.rows();
  const double share = 1 / static_cast<double>(predicted);
  double sum = 0;
  for (std::size_t t = 0; t < steps.size(); ++t) {
    auto p = out_.col(static_cast<Eigen::Index>(t)).head(outputs);
    auto d = dout_.col(static_cast<Eigen::Index>(t)).head(outputs);
    if (steps[t].terminal) {
      d.setZero();  // what is seen after the end teaches nothing
      continue;
    }
    softmax<Real>(p);
    sum += observation_loss<Real>(loss, p, steps[t].next, d);
    d *= static_cast<Real>(weight * share);
  }
  head_backward(head, steps, tape, gradient.state_view().observation);
  return sum * share;
}

template <class Real>
double Backpropagation<Real>::reinforce(const Weights<Real>& weights, std::span<const Step> steps,
                                        const Tape<Real>& tape, std::span<const double> returns,
                                        Weights<Real>& gradient) {
  const PolicyView<const Real> w = weights.policy_view();
  const Eigen::Index n = column_count(steps);
  const Eigen::Index actions = w.weights.rows();
  auto p = out_.topLeftCorner(actions, n);
  p.noalias() = w.weights * tape.z();
  p.colwise() += w.bias;
  double sum = 0;
  for (std::size_t t = 0; t < steps.size(); ++t) {
    auto column = p.col(static_cast<Eigen::Index>(t));
    softmax<Real>(column);
    const Action a = steps[t].action;
    sum -= std::log(std::max(static_cast<double>(column[a]), 1e-30)) * returns[t];
    column[a] -= 1;
    column *= static_cast<Real>(returns[t]);
  }
  PolicyView<Real> g = gradient.policy_view();
  g.weights.noalias() += p * tape.z().transpose();
  g.bias += p.rowwise().sum();
  return sum;
}

// Back through the LSTM. dz_ holds what the heads want of z; each step adds what the next one does.
template <class Real>
void Backpropagation<Real>::through_time(const Weights<Real>& weights, std::span<const Step> steps,
                                         const Tape<Real>& tape, Weights<Real>& gradient) {
  const StateView<const Real> w = weights.state_view();
  const Shape& shape = weights.shape;
  const Eigen::Index n = shape.hidden;
  dcell_.setZero();
  for (Eigen::Index t = column_count(steps) - 1; t >= 0; --t) {
    const bool first = steps[static_cast<std::size_t>(t)].first;
    const auto gates = tape.gates_.col(t).array();
    const auto in = gates.head(n), forget = gates.segment(n, n);
    const auto cell = gates.segment(2 * n, n), out = gates.tail(n);
    const auto squashed = tape.squashed_.col(t).array();
    auto d = dgates_.col(t).array();
    const auto dz = dz_.col(t).array();

    dcell_.array() += dz * out * (1 - squashed.square());
    d.head(n) = dcell_.array() * cell * in * (1 - in);
    d.segment(2 * n, n) = dcell_.array() * in * (1 - cell.square());
    d.tail(n) = dz * squashed * out * (1 - out);
    if (first) {
      d.segment(n, n).setZero();  // there is no older cell to forget
      before_.col(t).setZero();
      dcell_.setZero();
    } else {
      d.segment(n, n) = dcell_.array() * tape.cell_.col(t - 1).array() * forget * (1 - forget);
      before_.col(t) = tape.z_.col(t - 1);
      dcell_.array() *= forget;
      dz_.col(t - 1).noalias() += w.recurrent.transpose() * dgates_.col(t);
    }
  }

  StateView<Real> g = gradient.state_view();
  const auto dgates = dgates_.leftCols(column_count(steps));
  g.recurrent.noalias() += dgates * before_.leftCols(dgates.cols()).transpose();
  g.bias += dgates.rowwise().sum();
  for (Eigen::Index t = 0; t < dgates.cols(); ++t) {
    const Input& input = steps[static_cast<std::size_t>(t)].input;
    if (input.observation >= 0) g.from_input.col(input.observation) += dgates.col(t);
    if (input.action >= 0) g.from_input.col(shape.observations + input.action) += dgates.col(t);
    if (input.reward != 0) {
      g.from_input.col(shape.inputs() - 1) += static_cast<Real>(input.reward) * dgates.col(t);
    }
  }
}

template double observation_loss<float>(Loss, const Eigen::Ref<const Vector<float>>&, Observation,
                                        Eigen::Ref<Vector<float>>);
template double observation_loss<double>(Loss, const Eigen::Ref<const Vector<double>>&, Observation,
                                         Eigen::Ref<Vector<double>>);
template class Backpropagation<float>;
template class Backpropagation<double>;

}  // namespace holdfast::ais
