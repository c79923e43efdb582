#include "holdfast/base/utf8.h"

#include <cstdint>

namespace holdfast {
namespace {

// How many bytes the character takes that starts with this one; 0 if none does.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  if (first >= 0xf0 && first < 0xf5) return 4;
  return 0;
}

// The character's number; a value beyond Unicode if a byte is not a continuation.
std::uint32_t decode(std::string_view bytes) {
  std::uint32_t value = static_cast<unsigned char>(bytes[0]) & (0xffU >> (bytes.size() + 1));
  for (std::size_t i = 1; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if ((byte & 0xc0) != 0x80) return UINT32_MAX;
    value = value << 6 | (byte & 0x3f);
  }
  return value;
}

bool is_character(std::string_view bytes) {
  if (bytes.size() == 1) return true;
  const std::uint32_t value = decode(bytes);
  const bool too_long = bytes.size() == 3 ? value < 0x800 : bytes.size() == 4 && value < 0x10000;
  const bool surrogate = value >= 0xd800 && value < 0xe000;
  return value <= 0x10ffff && !too_long && !surrogate;
}

}  // namespace

std::size_t first_not_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of(static_cast<unsigned char>(text[at]));
    if (length == 0 || at + length > text.size() || !is_character(text.substr(at, length))) {
      return at;
    }
    at += length;
  }
  return text.size();
}

}  // namespace holdfast
