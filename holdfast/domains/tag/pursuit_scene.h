// The picture of a pursuit: walls, the robot, the opponent it cannot see, and where it believes it.
#pragma once

#include "holdfast/domains/tag/tag.h"
#include "holdfast/play/scene.h"

namespace holdfast {

template <Model M>
Scene pursuit_scene(const Floor& floor, const Tag::State& world, const ParticleBelief<M>* belief) {
  const Kind robot{"robot", '@', Shape::rover, Tone::agent};
  const Kind opponent{"opponent", 'O', Shape::person, Tone::bad, Kind::kHidden};
  Scene scene(floor.width(), floor.height());
  for (int y = 0; y < floor.height(); ++y) {
    for (int x = 0; x < floor.width(); ++x) {
      if (floor.number({x, y}) == Floor::kNone) scene.ground({x, y}, kWall);
    }
  }
  if (!world.tagged) scene.mark(floor.cell(world.opponent), opponent);
  scene.mark(floor.cell(world.robot), robot);
  if (belief) {
    scene.heat(opponent, *belief, [&](const Tag::State& s) { return floor.cell(s.opponent); });
  }
  return scene;
}

}  // namespace holdfast
