#include "holdfast/base/digest.h"

#include <fmt/format.h>

namespace holdfast {

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  return hash;
}

std::string digest(std::string_view text) { return fmt::format("{:016x}", fnv1a(text)); }

}  // namespace holdfast
