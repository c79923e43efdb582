// Models from the files of the POMDP community: Cassandra's .pomdp and APPL's .pomdpx.
#pragma once

#include <string>

#include "holdfast/tables/table.h"

namespace holdfast::tables {

// By the end of its name. Throws InputError with file, line and column.
Table read_classic_file(const std::string& path);

}  // namespace holdfast::tables
