#include "holdfast/rddl/engine.h"

#include <fmt/format.h>

#include <atomic>

#include "holdfast/base/error.h"
#include "holdfast/rddl/generator.h"

namespace holdfast::rddl {
namespace {

void say_once(const std::string& why) {
  static std::atomic<bool> said{false};
  if (said.exchange(true)) return;
  fmt::print(stderr, "holdfast: models are interpreted, which is slower: {}\n", why);
}

}  // namespace

EngineChoice engine_choice(std::string_view word) {
  if (word == "auto") return EngineChoice::automatic;
  if (word == "interpreter") return EngineChoice::interpreter;
  if (word == "compiled") return EngineChoice::compiled;
  throw InputError(
      fmt::format("rddl: there is no engine {}; there are auto, interpreter and compiled", word));
}

Engine make_engine(std::shared_ptr<const Interpreter> interpreter, EngineChoice choice,
                   const CompilerOptions& options) {
  if (choice == EngineChoice::interpreter) return Engine(std::move(interpreter));
  try {
    auto code = compiled(generate(interpreter->model()), options);
    return Engine(std::move(interpreter), std::move(code));
  } catch (const Error& e) {
    if (choice == EngineChoice::compiled) throw InputError(e.what());
    say_once(e.what());
  }
  return Engine(std::move(interpreter));
}

}  // namespace holdfast::rddl
