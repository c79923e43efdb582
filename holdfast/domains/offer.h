// How the domains of a file that is being loaded get into the program. Exceptions do not pass
// through dlopen, so they are only left here, and checked afterwards.
#pragma once

#include <vector>

#include "holdfast/play/domain.h"

namespace holdfast {

void offer_domain(DomainInfo info);
// Everything that was offered since the last call.
std::vector<DomainInfo> take_offers();

}  // namespace holdfast
