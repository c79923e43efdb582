// Which code this is: every result carries it.
#pragma once

#include <string>
#include <string_view>

namespace holdfast {

// "0.2.0"
std::string_view version();
// What `git describe` said when this was built, such as "0fec9b7" or "0fec9b7-dirty" where the
// sources differed from that commit; "unknown" where the sources were not in git. Code that was
// loaded later is named after it: "0fec9b7+my_domain.so:1f0a...".
std::string_view revision();
// "0.2.0 (0fec9b7-dirty)"
std::string version_with_revision();

// To be called before there are threads.
void add_loaded_code(std::string_view name);

}  // namespace holdfast
