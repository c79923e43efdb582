#include "holdfast/domains/rocksample/rocksample_scene.h"

#include <fmt/format.h>

namespace holdfast {

Scene Picture<RockSample>::scene(const RockSample& model, const RockSample::State& world,
                                 const ParticleBelief<RockSample>* belief) {
  const Kind exit{"exit", '>', Shape::block, Tone::goal};
  const Kind rock{"rock", 'r', Shape::stone, Tone::item};
  const Kind rover{"rover", '@', Shape::rover, Tone::agent};
  Scene scene(model.size() + 1, model.size());
  for (int y = 0; y < model.size(); ++y) scene.ground({model.size(), y}, exit);
  for (int r = 0; r < model.rock_count(); ++r) {
    const auto good = [r](const RockSample::State& s) { return (s.good >> r & 1) != 0; };
    scene.mark(model.rocks()[static_cast<std::size_t>(r)], rock, std::to_string(r),
               Chance{fmt::format("rock {} is good", r), believed(belief, good), good(world)});
  }
  if (model.is_terminal(world)) {
    scene.note("the rover has left");
  } else {
    scene.mark(model.position(world), rover);
  }
  return scene;
}

}  // namespace holdfast
