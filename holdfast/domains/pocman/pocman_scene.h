// The picture of Pocman: the maze, and where ghosts and food may be.
#pragma once

#include "holdfast/domains/pocman/pocman.h"
#include "holdfast/play/scene.h"

namespace holdfast {

template <>
struct Picture<Pocman> {
  static Scene scene(const Pocman& model, const Pocman::State& world,
                     const ParticleBelief<Pocman>* belief);
};

}  // namespace holdfast
