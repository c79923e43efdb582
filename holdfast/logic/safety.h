// Safety, as ASP asks for it: every variable of a rule is bound by a positive condition.
#pragma once

#include <string>

#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

// Throws InputError at the first variable that no positive condition binds.
void check_safety(const Rule& rule, const std::string& file);

}  // namespace holdfast::logic
