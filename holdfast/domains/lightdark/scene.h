// What there is to see of Light-Dark: the light, the goal, the robot, and where it believes to be.
#pragma once

#include <algorithm>

#include "holdfast/domains/lightdark/light_dark.h"
#include "holdfast/play/scene.h"

namespace holdfast {

template <>
struct Picture<LightDark> {
  static Scene scene(const LightDark& model, const LightDark::State& world,
                     const ParticleBelief<LightDark>* belief) {
    const Kind robot{"robot", '@', Shape::rover, Tone::agent, Kind::kHidden};
    const Kind goal{"goal", 'G', Shape::disc, Tone::goal};
    const Kind light{"light", '+', Shape::block, Tone::good};
    // Who has left the field is shown at its edge.
    const auto inside = [&](double v) {
      return std::clamp(static_cast<int>(v), 0, model.size() - 1);
    };
    const auto cell = [&](double x, double y) { return Cell{inside(x), inside(y)}; };
    Scene scene(model.size(), model.size());
    for (int y = 0; y < model.size(); ++y) scene.ground(cell(model.light(), y), light);
    scene.mark(cell(model.goal().x, model.goal().y), goal);
    scene.mark(cell(world.x, world.y), robot);
    if (belief) {
      scene.heat(robot, *belief, [&](const LightDark::State& s) { return cell(s.x, s.y); });
    }
    return scene;
  }
};

}  // namespace holdfast
