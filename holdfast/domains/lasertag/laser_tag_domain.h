#pragma once

#include "holdfast/play/domain.h"

namespace holdfast {

// `lasertag(width=11,height=7,obstacles=8)`
DomainInfo laser_tag_info();

}  // namespace holdfast
