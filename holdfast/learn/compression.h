// zstd: traces repeat themselves, and shrink to a few percent.
#pragma once

#include <string>

namespace holdfast::learn {

std::string compress(const std::string& text);
// The text itself if it is not compressed; throws InputError naming the file if it is broken.
std::string decompress(std::string text, const std::string& file);

}  // namespace holdfast::learn
