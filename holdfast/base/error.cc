#include "holdfast/base/error.h"

#include <fmt/format.h>

namespace holdfast {

std::string to_string(const Place& place) {
  if (place.line == 0) return place.file;
  if (place.column == 0) return fmt::format("{}:{}", place.file, place.line);
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

InputError::InputError(const Place& place, const std::string& what)
    : Error(to_string(place) + ": " + what) {}

}  // namespace holdfast
