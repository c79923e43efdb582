// Loading a word that may just have been stored.
#pragma once

#include <cstdint>

namespace holdfast {

// By itself: a processor hands on what is still on its way to the cache to a load of that very
// word, but a load of several words at once, which the compiler would rather make of them, has to
// wait until it is there.
inline std::uint64_t load_alone(const std::uint64_t& word) {
  return static_cast<const volatile std::uint64_t&>(word);
}

}  // namespace holdfast
