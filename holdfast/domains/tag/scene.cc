#include "holdfast/domains/tag/scene.h"

namespace holdfast {

Scene Picture<Tag>::scene(const Tag& model, const Tag::State& world,
                          const ParticleBelief<Tag>* belief) {
  const Kind robot{"robot", '@', Shape::rover, Tone::agent};
  const Kind opponent{"opponent", 'O', Shape::person, Tone::bad, Kind::kHidden};
  const Floor& floor = model.floor();
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
