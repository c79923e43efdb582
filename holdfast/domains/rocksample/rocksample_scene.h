// The picture of RockSample: rover, rocks, and the exit as a column of its own in the east.
#pragma once

#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/play/scene.h"

namespace holdfast {

template <>
struct Picture<RockSample> {
  static Scene scene(const RockSample& model, const RockSample::State& world,
                     const ParticleBelief<RockSample>* belief);
};

}  // namespace holdfast
