#include "holdfast/logic/ground_program.h"

#include "holdfast/logic/clingo_control.h"

namespace holdfast::logic {

using clingo::check;

struct GroundProgram::Implementation {
  clingo::Control control;
  clingo_backend* backend = nullptr;
  Literal atoms = 0;
};

GroundProgram::GroundProgram(std::vector<std::string> arguments)
    : implementation_(std::make_unique<Implementation>()) {
  arguments.insert(arguments.end(), {"--models=0", "--opt-mode=opt"});
  const auto ignore = [](int, const char*, void*) {};
  implementation_->control = clingo::new_control(arguments, ignore, nullptr);
  check(clingo_control_backend(implementation_->control.get(), &implementation_->backend));
  check(clingo_backend_begin(implementation_->backend));
}

GroundProgram::~GroundProgram() = default;

GroundProgram::Literal GroundProgram::add_atom() {
  std::uint32_t atom = 0;
  check(clingo_backend_add_atom(implementation_->backend, nullptr, &atom));
  implementation_->atoms = static_cast<Literal>(atom);
  return implementation_->atoms;
}

void GroundProgram::choose(Literal atom) {
  const auto head = static_cast<std::uint32_t>(atom);
  check(clingo_backend_rule(implementation_->backend, true, &head, 1, nullptr, 0));
}

void GroundProgram::derive(Literal head, std::span<const Literal> body) {
  const auto atom = static_cast<std::uint32_t>(head);
  check(clingo_backend_rule(implementation_->backend, false, &atom, 1, body.data(), body.size()));
}

void GroundProgram::at_most(int n, std::span<const Literal> atoms) {
  if (static_cast<int>(atoms.size()) <= n) return;
  std::vector<clingo_weighted_literal> counted;
  for (const Literal atom : atoms) counted.push_back({atom, 1});
  const Literal more = add_atom();
  const auto head = static_cast<std::uint32_t>(more);
  check(clingo_backend_weight_rule(implementation_->backend, false, &head, 1, n + 1, counted.data(),
                                   counted.size()));
  check(clingo_backend_rule(implementation_->backend, false, nullptr, 0, &more, 1));
}

void GroundProgram::minimise(std::span<const Weighted> literals) {
  std::vector<clingo_weighted_literal> weighted;
  for (const Weighted& w : literals) weighted.push_back({w.literal, w.weight});
  check(clingo_backend_minimize(implementation_->backend, 0, weighted.data(), weighted.size()));
}

GroundProgram::Optimum GroundProgram::optimise(double seconds) {
  check(clingo_backend_end(implementation_->backend));
  Optimum result;
  result.complete = clingo::for_each_model(
      implementation_->control.get(), seconds, [&](const clingo_model* model) {
        result.values.assign(static_cast<std::size_t>(implementation_->atoms) + 1, false);
        for (Literal a = 1; a <= implementation_->atoms; ++a) {
          bool value = false;
          check(clingo_model_is_true(model, a, &value));
          result.values[static_cast<std::size_t>(a)] = value;
        }
      });
  return result;
}

}  // namespace holdfast::logic
