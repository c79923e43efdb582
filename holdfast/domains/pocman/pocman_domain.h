#pragma once

#include "holdfast/domains/domain.h"

namespace holdfast {

DomainInfo pocman_info();

}  // namespace holdfast
