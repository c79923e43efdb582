// The message for an agent that needs what the model does not have.
#pragma once

#include <fmt/format.h>

#include <string>

#include "holdfast/base/error.h"

namespace holdfast {

[[noreturn]] inline void refuse(const std::string& what, const char* refinement) {
  throw InputError(
      fmt::format("{} needs a model that is {}; this domain is not", what, refinement));
}

}  // namespace holdfast
