#include "holdfast/base/version.h"
#include "holdfast/python/binding.h"

namespace holdfast::python {

PYBIND11_MODULE(_core, m) {
  m.doc() = "The compiled part of holdfast.";
  m.attr("__version__") = HOLDFAST_VERSION;
  m.attr("revision") = std::string(revision());
  add_errors(m);
  add_playing(m);
  add_particles(m);
  add_rules(m);
  add_learning(m);
  add_studies(m);
  add_words(m);
  add_tables(m);
  add_models(m);
}

}  // namespace holdfast::python
