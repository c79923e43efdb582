// Light-Dark in symbols: how far it is to the light and to the goal in each direction, from where
// the robot believes to be, and how sure it is of that. All follows from its Kalman filter.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "holdfast/domains/lightdark/light_dark.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {

template <>
class Symbols<LightDark> : public SymbolsFor<LightDark> {
 public:
  using SymbolsFor::SymbolsFor;
  using Known = LightDark::Memory;

  // In steps, negative behind.
  struct About {
    int goal = 0;
    int light = 0;
  };
  struct Whole {
    int unsure = 0;
    int far = 0;
  };

  static constexpr auto words =
      std::to_array<Word<About>>({{"goal", "to the {}, the goal is {} steps {ahead|behind}",
                                   [](const About& d, int) -> int { return d.goal; }},
                                  {"light", "to the {}, the light is {} steps {ahead|behind}",
                                   [](const About& d, int) -> int { return d.light; }}});
  static constexpr auto whole_words =
      std::to_array<Word<Whole>>({{"unsure", "it is unsure of its place by {} tenths of a step",
                                   [](const Whole& w, int) -> int { return w.unsure; }},
                                  {"far", "the goal is {} tenths of a step away",
                                   [](const Whole& w, int) -> int { return w.far; }}});
  static constexpr auto deeds = std::to_array<Deed<About>>({{"move", true}, {"stop"}});

  // In the order of the actions.
  static std::vector<logic::Term> entities() {
    using logic::Term;
    return {Term::symbol("north"), Term::symbol("east"), Term::symbol("south"),
            Term::symbol("west")};
  }
  static constexpr Action action(int deed, int direction) {
    return deed == 0 ? direction : Action{LightDark::stop};
  }

  static Known at(const LightDark::State&, const LightDark::Memory& memory, const Moment&) {
    return memory;
  }
  About about(const Known& known, int direction) const {
    const Point to = LightDark::towards(direction);
    const double goal = to.x * (model->goal().x - known.x) + to.y * (model->goal().y - known.y);
    return {rounded(goal), rounded(to.x * (model->light() - known.x))};
  }
  Whole whole(const Known& known) const {
    constexpr double kTenths = 10;
    const double way = std::hypot(model->goal().x - known.x, model->goal().y - known.y);
    return {rounded(kTenths * known.deviation()), rounded(kTenths * way)};
  }

  // It believes to be where its step leads, a little surer by what it will measure; where that is,
  // only the world can tell.
  bool after(Known& known, Action a) const {
    if (a == LightDark::stop) return false;
    model->foresee(known, a);
    return true;
  }

 private:
  static int rounded(double v) {
    return static_cast<int>(std::lround(std::clamp(v, -999.0, 999.0)));
  }
};

}  // namespace holdfast
