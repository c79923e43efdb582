#include "holdfast/base/version.h"
#include "holdfast/python/binding.h"

namespace holdfast::python {

PYBIND11_MODULE(_core, m) {
  m.doc() = "The compiled part of holdfast.";
  m.attr("__version__") = "0.2.0";
  m.attr("revision") = std::string(revision());
  add_errors(m);
  add_playing(m);
  add_rules(m);
  add_learning(m);
  add_tables(m);
}

}  // namespace holdfast::python
