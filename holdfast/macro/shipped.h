// The theories that ship, compiled into the library: `--guide timed` works from any directory.
// Their sources are in theories/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holdfast/logic/theory.h"

namespace holdfast {

// The text of theories/NAME.lp, such as "rocksample/timed"; throws InputError that lists what there
// is.
std::string_view shipped_text(std::string_view name);

// For example ("rocksample", "timed").
logic::Theory shipped_theory(const std::string& domain, const std::string& name);

// The theory that a person names: one that ships for the domain, such as "timed", or a file. Throws
// InputError if it is neither, or cannot be read.
logic::Theory find_theory(const std::string& domain, const std::string& name_or_path);

// The names of all, such as "rocksample/timed".
std::vector<std::string> shipped_names();

}  // namespace holdfast
