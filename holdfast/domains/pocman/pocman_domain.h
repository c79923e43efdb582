#pragma once

#include "holdfast/play/domain.h"

namespace holdfast {

DomainInfo pocman_info();

}  // namespace holdfast
