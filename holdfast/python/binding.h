// What the files of the Python module have in common.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>

#include "holdfast/agents/agent_options.h"
#include "holdfast/base/interrupt.h"
#include "holdfast/logic/theory.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/domain.h"

namespace holdfast::python {

namespace py = pybind11;

// Runs f without the interpreter's lock, so that other threads of the program go on; Ctrl-C ends it
// by Interrupted, which becomes KeyboardInterrupt.
template <class F>
auto unlocked(F&& f) {
  const py::gil_scoped_release release;
  const CtrlC listening;
  return f();
}

// JSON as Python has it.
py::object from_json(const std::string& text);

using TheoryPtr = std::shared_ptr<const logic::Theory>;

// The agent of these settings, with a theory in memory if there is one.
AgentConfig configured(const Domain& domain, const AgentSettings& said, const TheoryPtr& theory);

void add_errors(py::module_& m);
void add_playing(py::module_& m);
void add_rules(py::module_& m);
void add_learning(py::module_& m);
void add_tables(py::module_& m);

}  // namespace holdfast::python
