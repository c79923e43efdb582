// How fast a model from RDDL files is: by the interpreter, and compiled.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace holdfast {

// Adds to a flat object: sizes; seconds to read and to make ground, and to compile (of wall time,
// with an empty cache); steps of random play per CPU second, with their observations, of both
// engines. Without a compiler, what is compiled is left out.
void bench_rddl(nlohmann::json& results, const std::string& domain_file,
                const std::string& instance_file, int rounds);

}  // namespace holdfast
