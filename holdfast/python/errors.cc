// Exceptions with the messages of the command line.
#include "holdfast/base/error.h"

#include "holdfast/python/binding.h"

namespace holdfast::python {

py::object from_json(const std::string& text) {
  return py::module_::import("json").attr("loads")(text);
}

void add_errors(py::module_& m) {
  // Those that are registered last are asked first.
  const auto error = py::register_exception<Error>(m, "Error", PyExc_RuntimeError);
  const py::tuple bases = py::make_tuple(error, py::handle(PyExc_ValueError));
  py::register_exception<InputError>(m, "InputError", bases);
}

}  // namespace holdfast::python
