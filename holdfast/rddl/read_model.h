// From files or texts to a ground model.
#pragma once

#include <filesystem>
#include <string>

#include "holdfast/rddl/ground_model.h"

namespace holdfast::rddl {

// The domain and the instance, and the non-fluents in either file, which may be the same. Throws
// InputError that says where a mistake is, or what is too large.
GroundModel read_model(const std::filesystem::path& domain, const std::filesystem::path& instance);

// The same from texts; mistakes are told as in the files "domain" and "instance". One text may have
// all of it, and the other nothing.
GroundModel parse_model(const std::string& domain, const std::string& instance);

}  // namespace holdfast::rddl
