#pragma once

#include "holdfast/domains/domain.h"

namespace holdfast {

DomainInfo tiger_info();

}  // namespace holdfast
