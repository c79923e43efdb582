// What stands for AIS in a build that has none (HOLDFAST_AIS=OFF).
#pragma once

namespace holdfast {

// Throws InputError that says so.
[[noreturn]] void refuse_ais();

}  // namespace holdfast
