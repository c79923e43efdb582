#include "fuzz/targets.h"
#include "holdfast/base/error.h"

namespace holdfast::fuzz {

void run(const Target& target, std::string_view bytes) {
  try {
    target.run(bytes);
  } catch (const InputError&) {
  }
}

}  // namespace holdfast::fuzz
