#pragma once

#include "holdfast/domains/domain.h"

namespace holdfast {

DomainInfo rocksample_info();

}  // namespace holdfast
