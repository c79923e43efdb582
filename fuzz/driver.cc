// libFuzzer's entry: HOLDFAST_FUZZ_TARGET names the target that this program is for.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr holdfast::fuzz::Target target{"", holdfast::fuzz::HOLDFAST_FUZZ_TARGET};
  holdfast::fuzz::run(target, {reinterpret_cast<const char*>(data), size});
  return 0;
}
