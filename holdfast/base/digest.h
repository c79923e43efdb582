// A short name for a text: 64 bits of FNV-1a in hexadecimal. It tells contents apart (theories,
// arms of a study); it does not keep anybody from making two that are alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace holdfast {

std::uint64_t fnv1a(std::string_view text);
std::string digest(std::string_view text);

}  // namespace holdfast
