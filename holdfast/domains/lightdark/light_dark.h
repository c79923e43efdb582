// Light-Dark in the plane (after Platt, Tedrake, Kaelbling & Lozano-Perez 2010): a robot that does
// not know where it is must stop at a goal. It measures its place with an error that grows with the
// distance from a line of light, so that who goes straight to the goal does not find it: the way
// leads to the light first. There are no walls to feel one's way along. State and observation are
// real numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "holdfast/base/spec.h"
#include "holdfast/pomdp/measured.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

class LightDarkBound;

class LightDark {
 public:
  static constexpr const char* name = "lightdark";
  static constexpr const char* summary =
      "A robot that does not know where it is stops at a goal in the dark; it sees by the light.";
  static std::vector<ParameterInfo> parameters() {
    return {whole_number("size", 12, 6, 60, "side of the field with goal, start and light"),
            real_number("dark", 0.5, 0, 20, "how much the error grows per step from the light"),
            real_number("spread", 2, 0, 20, "standard deviation of the start"),
            real_number("discount", 0.95, 0, 0.9999, "discount factor")};
  }

  static constexpr bool kMeasures = true;
  enum : Action { north, east, south, west, stop };

  static constexpr double kRadius = 1;  // within which the goal is reached
  static constexpr double kReached = 100;
  static constexpr double kMissed = -100;
  static constexpr double kStep = -1;
  static constexpr double kSlip = 0.05;  // standard deviation of a step
  static constexpr double kBest = 0.1;   // standard deviation of a measurement in the light

  struct State {
    float x = 0;
    float y = 0;
    bool stopped = false;
  };

  // Where the robot believes to be: a normal distribution, the same in both directions, kept by an
  // extended Kalman filter.
  struct Memory {
    float x = 0;
    float y = 0;
    float variance = 0;
    double deviation() const { return std::sqrt(static_cast<double>(variance)); }
  };

  // The seed draws the goal in the west, and where the robot is put, further east; the light is
  // near the east end.
  LightDark(const Parameters& p, Rng& layout);

  int size() const { return size_; }
  double light() const { return light_; }
  Point goal() const { return goal_; }
  Point start() const { return start_; }

  double discount() const { return discount_; }
  int action_count() const { return 5; }
  std::int64_t observation_count() const { return kMeasurements; }
  double min_reward() const { return kMissed; }
  double max_reward() const { return kReached; }
  // What a state is worth at most, even to who knows it.
  LightDarkBound mdp_bound() const;

  State sample_initial(Rng& rng) const {
    const Point off = two_normals(rng);
    return placed(start_.x + spread_ * off.x, start_.y + spread_ * off.y);
  }
  bool is_terminal(const State& s) const { return s.stopped; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(5); }

  Outcome step(State& s, Action a, Rng& rng) const {
    const Transition t = move(s, a, rng);
    return {t.terminal ? 0 : observe(s, rng), t.reward, t.terminal};
  }
  Transition move(State& s, Action a, Rng& rng) const {
    if (s.stopped) return {0, true};
    if (a == stop) {
      s.stopped = true;
      return {at_goal(s) ? kReached : kMissed, true};
    }
    const Point to = towards(a);
    const Point slip = two_normals(rng);
    s = placed(s.x + to.x + kSlip * slip.x, s.y + to.y + kSlip * slip.y);
    return {kStep, false};
  }

  // Of a measurement at x.
  double deviation(double x) const { return kBest + dark_ * std::abs(x - light_); }
  double likelihood(const State& next, Action, Observation o) const {
    if (next.stopped) return o == 0 ? 1 : 0;
    const Point seen = measurement(o);
    return normal_density({seen.x - next.x, seen.y - next.y}, deviation(next.x));
  }
  bool at_goal(const State& s) const { return std::hypot(s.x - goal_.x, s.y - goal_.y) <= kRadius; }

  // Cells of one step; nobody walks further than half of these.
  static constexpr std::int64_t kCells = 1 << 20;
  std::int64_t bin(const State& s) const {
    const auto cell = [](float v) { return static_cast<std::int64_t>(v) + kCells / 2; };
    return cell(s.x) * kCells + cell(s.y);
  }

  Memory initial_memory() const {
    return {static_cast<float>(start_.x), static_cast<float>(start_.y),
            static_cast<float>(spread_ * spread_)};
  }
  void remember(Memory& memory, const State&, Action a, Observation o) const {
    predict(memory, a);
    const double gain = learn(memory);
    const Point seen = measurement(o);
    memory.x += static_cast<float>(gain * (seen.x - memory.x));
    memory.y += static_cast<float>(gain * (seen.y - memory.y));
  }
  // The same with the measurement that is expected, ...
  void foresee(Memory& memory, Action a) const {
    predict(memory, a);
    learn(memory);
  }
  // ... which is this.
  Observation expected(Memory memory, Action a) const {
    predict(memory, a);
    return measured({memory.x, memory.y});
  }

  // Anew, where the robot believes to be: few particles die out where the light makes sure.
  bool perturb(State& s, const Memory& memory, Action a, Observation o, Rng& rng) const {
    const Point off = two_normals(rng);
    s = placed(memory.x + memory.deviation() * off.x, memory.y + memory.deviation() * off.y);
    return likelihood(s, a, o) > 0;
  }

  // By hand: to the light while unsure, then to the goal.
  ActionSet preferred_actions(const State&, const Memory& memory) const;

  // To stop at once.
  Action default_action(const State&) const { return stop; }
  double default_value(const State& s) const {
    return s.stopped ? 0 : at_goal(s) ? kReached : kMissed;
  }
  // Where nobody advises, it goes on, at first to the east.
  Action onward_action(const State&, const Moment& now) const {
    return now.previous == Moment::kNone || now.previous == stop ? Action{east} : now.previous;
  }

  std::string observation_name(Observation o) const;
  std::string layout() const;

  static Point towards(Action a) {
    return {static_cast<double>((a == east) - (a == west)),
            static_cast<double>((a == north) - (a == south))};
  }

 private:
  static State placed(double x, double y) {
    return {static_cast<float>(x), static_cast<float>(y), false};
  }
  Observation observe(const State& s, Rng& rng) const {
    const Point error = two_normals(rng);
    const double d = deviation(s.x);
    return measured({s.x + d * error.x, s.y + d * error.y});
  }
  void predict(Memory& memory, Action a) const {
    const Point to = towards(a);
    const State moved = placed(memory.x + to.x, memory.y + to.y);
    memory = {moved.x, moved.y, memory.variance + static_cast<float>(kSlip * kSlip)};
  }
  // How much a measurement counts where the robot believes to be; takes it from the variance.
  double learn(Memory& memory) const {
    const double d = deviation(memory.x);
    const double gain = memory.variance / (memory.variance + d * d);
    memory.variance *= static_cast<float>(1 - gain);
    return gain;
  }

  int size_;
  double dark_;
  double spread_;
  double discount_;
  double light_;
  Point goal_;
  Point start_;
};

// What a state is worth at most, in the L1 distance d of the goal. Stopping pays kReached where
// d <= sqrt(2) r (r = kRadius; else it costs), and a step takes at most 1 + X from d, where X is
// the size of its slips along both axes. With V_0 = kStep / (1 - gamma),
// walking on for ever,
//   U(d) = V_0 + (kReached - V_0) exp(-theta max(0, d - sqrt(2) r))
// is worth no less than stopping, and no less than a step and U after it if
//   gamma E exp(theta (1 + X)) <= 1,
// so it is above the value of every policy. theta is the largest that satisfies this.
class LightDarkBound {
 public:
  // Slips that help have no limit.
  static constexpr bool kPathwise = false;

  explicit LightDarkBound(const LightDark& model);
  double value(const LightDark::State& s) const {
    if (s.stopped) return 0;
    const double way = std::abs(s.x - goal_.x) + std::abs(s.y - goal_.y);
    const double left = std::max(0.0, way - std::numbers::sqrt2 * LightDark::kRadius);
    return for_ever_ + (LightDark::kReached - for_ever_) * std::exp(-theta_ * left);
  }
  double theta() const { return theta_; }
  std::string name() const { return "mdp"; }

 private:
  Point goal_;
  double for_ever_;
  double theta_ = 0;
};

}  // namespace holdfast
