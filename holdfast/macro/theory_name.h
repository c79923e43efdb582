// What a person may have meant by the name of a guide or a theory.
#pragma once

#include <string>

namespace holdfast {

// Throws InputError, with the nearest that there is, if this is a bare word that neither ships as a
// theory of the domain nor is a file.
void check_theory_name(const std::string& domain, const std::string& name_or_path);

}  // namespace holdfast
