// Domains from outside: a file that holdfast_add_domain() built (cmake/HoldfastDomain.cmake) is
// loaded into the program, and its domains are there as if they were the program's own.
#pragma once

#include <filesystem>

namespace holdfast {

// For as long as the program runs. To be called before there are threads. Throws InputError that
// names the file if it is none of these, was built for another program (of such a file no code is
// run), brings no domain, or brings one of a name that is taken.
void load_domains(const std::filesystem::path& file);

}  // namespace holdfast
