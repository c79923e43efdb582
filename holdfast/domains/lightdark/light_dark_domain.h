#pragma once

#include "holdfast/play/domain.h"

namespace holdfast {

// `lightdark(size=12,dark=0.5)`
DomainInfo light_dark_info();

}  // namespace holdfast
