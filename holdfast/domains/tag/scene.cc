#include "holdfast/domains/tag/scene.h"

#include "holdfast/domains/tag/pursuit_scene.h"

namespace holdfast {

Scene Picture<Tag>::scene(const Tag& model, const Tag::State& world,
                          const ParticleBelief<Tag>* belief) {
  return pursuit_scene(model.floor(), world, belief);
}

}  // namespace holdfast
