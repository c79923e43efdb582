#include "fuzz/targets.h"

#include <array>

namespace holdfast::fuzz {

std::span<const Target> all_targets() {
  static constexpr std::array<Target, 20> targets{{{"theory", theory},
                                                   {"engines", engines},
                                                   {"facts", facts},
                                                   {"task", task},
                                                   {"traces", traces},
                                                   {"compressed_traces", compressed_traces},
                                                   {"study", study},
                                                   {"domain", domain},
                                                   {"settings", settings},
                                                   {"agent_file", agent_file},
                                                   {"database", database},
                                                   {"learning", learning},
                                                   {"recording", recording},
                                                   {"bench_run", bench_run},
                                                   {"log", log},
                                                   {"rddl", rddl},
                                                   {"features", features},
                                                   {"studio", studio},
                                                   {"pomdp", pomdp},
                                                   {"pomdpx", pomdpx}}};
  return targets;
}

}  // namespace holdfast::fuzz
