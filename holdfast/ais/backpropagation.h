// The losses of a batch and their gradients, by backpropagation through time.
#pragma once

#include <span>

#include "holdfast/ais/network.h"
#include "holdfast/ais/options.h"

namespace holdfast::ais {

struct Losses {
  double reward = 0;       // mean squared error
  double observation = 0;  // mean over the steps that do not end an episode
  double policy = 0;       // -sum_t log pi(a_t | z_t) G_t: its gradient is REINFORCE's
  // What LSTM and predictions minimise.
  double state(double lambda) const { return lambda * reward + (1 - lambda) * observation; }
};

// The loss of a predicted distribution when o is seen. Writes the gradient in the logits of p.
template <class Real>
double observation_loss(Loss loss, const Eigen::Ref<const Vector<Real>>& p, Observation o,
                        Eigen::Ref<Vector<Real>> logits_gradient);

// Discounted return from each step on, to the end of its episode or of the batch.
void discounted_returns(std::span<const Step> steps, double discount, std::span<double> returns);

template <class Real>
class Backpropagation {
 public:
  Backpropagation(const Shape& shape, int capacity);

  // `tape` holds the activations of `steps`. The gradient of Losses::state is written to
  // gradient.state, the one of Losses::policy to gradient.policy; the policy's gradient stops
  // at z, so policy and information state learn independently.
  Losses run(const Weights<Real>& weights, std::span<const Step> steps, const Tape<Real>& tape,
             std::span<const double> returns, Loss loss, double lambda, Weights<Real>& gradient);

 private:
  // The hidden layer of a head; and, back, its gradients and its part of dz_.
  void head_forward(const HeadView<const Real>& head, std::span<const Step> steps,
                    const Tape<Real>& tape);
  void head_backward(const HeadView<const Real>& head, std::span<const Step> steps,
                     const Tape<Real>& tape, HeadView<Real> gradient);
  double reward_head(const Weights<Real>&, std::span<const Step>, const Tape<Real>&, double weight,
                     Weights<Real>& gradient);
  double observation_head(const Weights<Real>&, std::span<const Step>, const Tape<Real>&, Loss,
                          double weight, Weights<Real>& gradient);
  double reinforce(const Weights<Real>&, std::span<const Step>, const Tape<Real>&,
                   std::span<const double> returns, Weights<Real>& gradient);
  void through_time(const Weights<Real>&, std::span<const Step>, const Tape<Real>&,
                    Weights<Real>& gradient);

  Matrix<Real> dz_;
  Matrix<Real> dgates_;
  Matrix<Real> before_;  // z of the step before, zero at the first step of an episode
  Matrix<Real> layer_, dlayer_;
  Matrix<Real> out_, dout_;
  Vector<Real> dcell_;
};

extern template class Backpropagation<float>;
extern template class Backpropagation<double>;

}  // namespace holdfast::ais
