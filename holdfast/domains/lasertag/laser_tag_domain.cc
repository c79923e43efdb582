#include "holdfast/domains/lasertag/laser_tag_domain.h"

#include "holdfast/domains/lasertag/laser_tag.h"
#include "holdfast/domains/lasertag/symbols.h"
#include "holdfast/domains/tag/pursuit_scene.h"
#include "holdfast/play/domain_of.h"
#include "holdfast/pomdp/measured.h"

namespace holdfast {

template <>
struct Picture<LaserTag> {
  static Scene scene(const LaserTag& model, const LaserTag::State& world,
                     const ParticleBelief<LaserTag>* belief) {
    return pursuit_scene(model.floor(), world, belief);
  }
};

static_assert(Symbolic<LaserTag> && Remembered<LaserTag> && Likelihood<LaserTag>);
static_assert(MdpBounded<LaserTag> && DefaultValued<LaserTag> && Onward<LaserTag>);
static_assert(RandomWalking<LaserTag> && Preferring<LaserTag> && Perturbable<LaserTag>);
static_assert(Gridded<LaserTag> && Measuring<LaserTag>);

DomainInfo laser_tag_info() { return domain_info<LaserTag>(); }

}  // namespace holdfast
