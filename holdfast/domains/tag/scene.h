// What there is to see of Tag: the robot, the opponent it cannot see, and where it believes it.
#pragma once

#include "holdfast/domains/tag/tag.h"
#include "holdfast/play/scene.h"

namespace holdfast {

template <>
struct Picture<Tag> {
  static Scene scene(const Tag& model, const Tag::State& world, const ParticleBelief<Tag>* belief);
};

}  // namespace holdfast
