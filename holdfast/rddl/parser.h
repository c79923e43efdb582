// Reads RDDL files: `domain`, `non-fluents` and `instance` blocks, in any order.
#pragma once

#include <string>
#include <string_view>

#include "holdfast/rddl/syntax.h"

namespace holdfast::rddl {

// Adds the blocks of one file. Throws InputError at the place of a mistake, saying what was
// expected, or which construct is not supported.
void parse_blocks(std::string_view text, const std::string& file, Blocks& blocks);

}  // namespace holdfast::rddl
