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

// Runs f without the interpreter's lock, so that other threads of the program go on. Ctrl-C ends it
// by KeyboardInterrupt, or by whatever the program's own handler of SIGINT raises.
template <class F>
auto unlocked(F&& f) {
  try {
    const py::gil_scoped_release release;
    const CtrlC listening;
    return f();
  } catch (const Interrupted&) {
    if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw py::error_already_set();
  }
}

// JSON as Python has it.
py::object from_json(const std::string& text);

using TheoryPtr = std::shared_ptr<const logic::Theory>;

// The agent of these settings, with a theory in memory if there is one.
AgentConfig configured(const Domain& domain, const AgentSettings& said, const TheoryPtr& theory);

// What a theory says at a belief, as `holdfast explain --json` has it.
py::object explained(const logic::Theory& theory, const SymbolicBelief& belief, int horizon);

void add_errors(py::module_& m);
void add_playing(py::module_& m);
void add_particles(py::module_& m);
void add_rules(py::module_& m);
void add_learning(py::module_& m);
void add_studies(py::module_& m);
void add_words(py::module_& m);
void add_tables(py::module_& m);
void add_models(py::module_& m);

}  // namespace holdfast::python
