#include "holdfast/domains/lightdark/light_dark_domain.h"

#include "holdfast/domains/lightdark/light_dark.h"
#include "holdfast/domains/lightdark/scene.h"
#include "holdfast/domains/lightdark/symbols.h"
#include "holdfast/play/domain_of.h"

namespace holdfast {

static_assert(Symbolic<LightDark> && Pictured<LightDark> && Measuring<LightDark>);
static_assert(MdpBounded<LightDark> && DefaultValued<LightDark> && Onward<LightDark>);
static_assert(Unobserved<LightDark> && Preferring<LightDark> && Gridded<LightDark> &&
              Perturbable<LightDark>);

DomainInfo light_dark_info() { return domain_info<LightDark>(); }

}  // namespace holdfast
