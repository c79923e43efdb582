#pragma once

#include "holdfast/play/domain.h"

namespace holdfast {

DomainInfo rocksample_info();

}  // namespace holdfast
