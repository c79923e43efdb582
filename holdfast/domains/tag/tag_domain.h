#pragma once

#include "holdfast/play/domain.h"

namespace holdfast {

DomainInfo tag_info();

}  // namespace holdfast
