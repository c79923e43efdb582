// Reads Cassandra's .pomdp files, the format of the classic problems.
#pragma once

#include <string>
#include <string_view>

#include "holdfast/tables/table.h"

namespace holdfast::tables {

// Throws InputError with file, line and column.
Table parse_pomdp(std::string_view text, const std::string& file, const Limits& limits = {});

}  // namespace holdfast::tables
