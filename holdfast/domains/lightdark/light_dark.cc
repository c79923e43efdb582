#include "holdfast/domains/lightdark/light_dark.h"

#include <fmt/format.h>

namespace holdfast {

LightDark::LightDark(const Parameters& p, Rng& layout)
    : size_(p.integer("size")),
      dark_(p.real("dark")),
      spread_(p.real("spread")),
      discount_(p.real("discount")),
      light_(size_ - 2) {
  const auto between = [&](double low, double high) {
    return low + (high - low) * layout.uniform();
  };
  goal_ = {between(1, 0.25 * size_), between(1, size_ - 1)};
  start_ = {between(0.25 * size_, 0.5 * size_), between(1, size_ - 1)};
}

LightDarkBound LightDark::mdp_bound() const { return LightDarkBound(*this); }

ActionSet LightDark::preferred_actions(const State&, const Memory& memory) const {
  constexpr double kUnsure = 0.5, kNear = 0.5;
  const double to_light = light_ - memory.x;
  if (memory.deviation() > kUnsure) {
    if (std::abs(to_light) > kNear) return ActionSet::of(to_light > 0 ? east : west);
    return ActionSet::of(memory.y < size_ / 2.0 ? north : south);
  }
  const double dx = goal_.x - memory.x, dy = goal_.y - memory.y;
  if (std::hypot(dx, dy) < std::numbers::sqrt2 * kNear) return ActionSet::of(stop);
  if (std::abs(dx) > std::abs(dy)) return ActionSet::of(dx > 0 ? east : west);
  return ActionSet::of(dy > 0 ? north : south);
}

std::string LightDark::observation_name(Observation o) const {
  const Point seen = measurement(o);
  return fmt::format("({:.1f},{:.1f})", seen.x, seen.y);
}

std::string LightDark::layout() const {
  return fmt::format("the goal is at ({:.1f},{:.1f}), the robot is put near ({:.1f},{:.1f})",
                     goal_.x, goal_.y, start_.x, start_.y);
}

namespace {

// E exp(theta |slip|), of a normal slip along one axis.
double growth(double theta) {
  const double t = theta * LightDark::kSlip;
  return std::exp(t * t / 2) * std::erfc(-t / std::numbers::sqrt2);
}

}  // namespace

LightDarkBound::LightDarkBound(const LightDark& model)
    : goal_(model.goal()), for_ever_(LightDark::kStep / (1 - model.discount())) {
  // The condition holds at 0 and the further from it the less: halve the interval.
  constexpr double kMost = 50;
  double fails = kMost;
  for (int i = 0; i < 60; ++i) {
    const double theta = (theta_ + fails) / 2;
    const bool holds = model.discount() * std::exp(theta) * growth(theta) * growth(theta) <= 1;
    (holds ? theta_ : fails) = theta;
  }
}

}  // namespace holdfast
