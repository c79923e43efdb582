// A run of `holdfast bench` beside an earlier one of the same machine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace holdfast {

// What `bench --json` wrote. Throws InputError if the file is not that.
nlohmann::json read_bench(const std::string& path);

// A table: each figure now and then, and the one over the other. What only one of them has is told
// too.
std::string compare_benches(const nlohmann::json& now, const nlohmann::json& then);

}  // namespace holdfast
