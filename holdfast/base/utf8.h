// UTF-8, the one encoding of what Holdfast reads and writes.
#pragma once

#include <cstddef>
#include <string_view>

namespace holdfast {

// Where the first byte stands that is not UTF-8; the size of the text if all of it is.
std::size_t first_not_utf8(std::string_view text);

inline bool is_utf8(std::string_view text) { return first_not_utf8(text) == text.size(); }

}  // namespace holdfast
