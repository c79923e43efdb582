// zstd: traces repeat themselves, and shrink to a few percent.
#pragma once

#include <string>

#include "holdfast/base/files.h"

namespace holdfast::learn {

std::string compress(const std::string& text);
// The text itself if it is not compressed; throws InputError naming the file if it is broken, or
// unpacks to more than `most` bytes.
std::string decompress(std::string text, const std::string& file,
                       std::size_t most = kMostInputBytes);

}  // namespace holdfast::learn
