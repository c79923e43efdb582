// The options of agents as a page for people, made from their table: docs/options.md.
#pragma once

#include <string>

namespace holdfast {

std::string option_page();

}  // namespace holdfast
