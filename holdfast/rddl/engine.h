// Runs a ground model by compiled code where there is some, and by the interpreter elsewhere. Both
// do the same, to the last bit: so the same seed gives the same episode.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "holdfast/rddl/compiled_code.h"
#include "holdfast/rddl/interpreter.h"

namespace holdfast::rddl {

class Engine {
 public:
  // Compiled code that finds something wrong leaves it to the interpreter to say what.
  explicit Engine(std::shared_ptr<const Interpreter> interpreter,
                  std::shared_ptr<const CompiledCode> code = nullptr)
      : interpreter_(std::move(interpreter)), code_(std::move(code)) {}

  const Interpreter& interpreter() const { return *interpreter_; }
  const GroundModel& model() const { return interpreter_->model(); }
  const std::shared_ptr<const Interpreter>& shared_interpreter() const { return interpreter_; }
  bool is_compiled() const { return code_ != nullptr; }

  double move(std::uint64_t* words, int action, const Draws& draws) const {
    if (code_) {
      const double reward = code_->move(words, action, draws.seed());
      if (!std::isnan(reward)) [[likely]]
        return reward;
    }
    return interpreter_->move(words, action, draws);
  }
  void observe(const std::uint64_t* words, int action, std::uint64_t* observation,
               const Draws& draws) const {
    if (code_ && code_->observe(words, action, observation, draws.seed())) return;
    interpreter_->observe(words, action, observation, draws);
  }
  // The probability that a bit of the observation is set, of each bit.
  void observation_chances(const std::uint64_t* words, int action, double* chances) const {
    if (code_ && code_->observation_chances(words, action, chances)) return;
    const int n = static_cast<int>(model().observation.size());
    for (int i = 0; i < n; ++i) chances[i] = interpreter_->observation_chance(words, action, i);
  }
  double likelihood(const std::uint64_t* words, int action,
                    const std::uint64_t* observation) const {
    if (code_) {
      const double likelihood = code_->likelihood(words, action, observation);
      if (!std::isnan(likelihood)) [[likely]]
        return likelihood;
    }
    return interpreter_->likelihood(words, action, observation);
  }

 private:
  std::shared_ptr<const Interpreter> interpreter_;
  std::shared_ptr<const CompiledCode> code_;
};

enum class EngineChoice {
  automatic,    // compiled if that can be; if not, it is said once on standard error
  interpreter,  //
  compiled,     // or an InputError
};

// Throws InputError on a word that is none of auto, interpreter, compiled.
EngineChoice engine_choice(std::string_view word);

Engine make_engine(std::shared_ptr<const Interpreter> interpreter, EngineChoice choice,
                   const CompilerOptions& options = system_compiler());

}  // namespace holdfast::rddl
