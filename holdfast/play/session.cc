#include "holdfast/play/session.h"

#include "holdfast/base/error.h"

namespace holdfast {

void check_number(const char* what, std::int64_t number, std::int64_t count) {
  if (number >= 0 && number < count) return;
  throw InputError(
      fmt::format("there is no {} {}; they are numbered from 0 to {}", what, number, count - 1));
}

}  // namespace holdfast
