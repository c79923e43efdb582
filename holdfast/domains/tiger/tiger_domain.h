#pragma once

#include "holdfast/play/domain.h"

namespace holdfast {

DomainInfo tiger_info();

}  // namespace holdfast
