// Functions of a model in a shared object, which the system's compiler makes of generated source
// (generator.h) and which is kept: the same source, compiler and flags are compiled once.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace holdfast::rddl {

// Words are as the Interpreter has them, and so is what the functions do. Where one finds a chance
// that is none, or a reward that is no number, it says NaN or 0, and what it wrote does not count.
struct CompiledCode {
  // Returns the reward. `seed` is that of Draws.
  double (*move)(std::uint64_t* words, int action, std::uint64_t seed) = nullptr;
  int (*observe)(const std::uint64_t* words, int action, std::uint64_t* observation,
                 std::uint64_t seed) = nullptr;
  // Of each bit of the next state, of which those that have no chance are set.
  int (*chances)(std::uint64_t* words, int action, double* chances) = nullptr;
  // Of each bit of the observation.
  int (*observation_chances)(const std::uint64_t* words, int action, double* chances) = nullptr;
  double (*likelihood)(const std::uint64_t* words, int action,
                       const std::uint64_t* observation) = nullptr;
};

struct CompilerOptions {
  // A program, looked for in PATH.
  std::string compiler = "c++";
  // Made if it is not there; nobody else may write there.
  std::filesystem::path cache;
  // Seconds of work may take minutes on a machine that others keep busy.
  std::chrono::seconds most_time{900};
};

// $HOLDFAST_CXX or c++; $HOLDFAST_CACHE, or holdfast in $XDG_CACHE_HOME or ~/.cache.
CompilerOptions system_compiler();

// Loads the object, after it was compiled if it is not in the cache. Processes may do the same at
// the same time. Throws Error that says why it cannot be.
std::shared_ptr<const CompiledCode> compiled(const std::string& source,
                                             const CompilerOptions& options = system_compiler());

}  // namespace holdfast::rddl
