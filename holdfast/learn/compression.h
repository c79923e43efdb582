// zstd: traces repeat themselves, and shrink to a few percent.
#pragma once

#include <string>
#include <string_view>

#include "holdfast/base/files.h"

namespace holdfast::learn {

std::string compress(const std::string& text);
// Whether a file with this beginning (four bytes are enough) is compressed.
bool is_compressed(std::string_view start);
// The text itself if it is not compressed; throws InputError naming the file if it is broken, or
// unpacks to more than `most` bytes.
std::string decompress(std::string text, const std::string& file,
                       std::size_t most = kMostInputBytes);

}  // namespace holdfast::learn
