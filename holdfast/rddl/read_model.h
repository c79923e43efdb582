// From files to a ground model.
#pragma once

#include <filesystem>

#include "holdfast/rddl/ground_model.h"

namespace holdfast::rddl {

// The domain and the instance, and the non-fluents in either file, which may be the same. Throws
// InputError that says where a mistake is, or what is too large.
GroundModel read_model(const std::filesystem::path& domain, const std::filesystem::path& instance);

}  // namespace holdfast::rddl
