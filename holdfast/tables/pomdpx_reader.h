// Reads .pomdpx files, the factored XML format of APPL (SARSOP). Its state variables are multiplied
// out into one table, so it is for problems of up to about a million states. Parameters may be
// tables (TBL) or decision diagrams (DD) of nodes and terminals.
#pragma once

#include <string>
#include <string_view>

#include "holdfast/tables/table.h"

namespace holdfast::tables {

// Throws InputError with file, line and column.
Table parse_pomdpx(std::string_view text, const std::string& file, const Limits& limits = {});

}  // namespace holdfast::tables
