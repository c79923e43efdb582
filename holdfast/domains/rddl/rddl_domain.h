#pragma once

#include "holdfast/play/domain.h"

namespace holdfast {

DomainInfo rddl_info();

}  // namespace holdfast
