#include "holdfast/python/words.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"
#include "holdfast/logic/parser.h"

namespace holdfast::python {

std::vector<logic::Term> entity_terms(const std::vector<py::object>& entities) {
  using Kind = logic::Term::Kind;
  std::vector<logic::Term> terms;
  for (const py::object& entity : entities) {
    const std::string text = py::str(entity);
    logic::Term term;
    try {
      term = logic::parse_term(text);
    } catch (const InputError&) {
      term.kind = Kind::variable;
    }
    if (term.kind != Kind::integer && term.kind != Kind::symbol) {
      throw InputError(fmt::format(
          "the entity '{}' is neither a whole number nor a name in small letters", text));
    }
    terms.push_back(std::move(term));
  }
  return terms;
}

void add_words(py::module_& m) {
  m.def("rule_name", &rule_name);
  py::class_<Declared>(m, "Declared")
      .def(py::init<>())
      .def("entities", [](Declared& d, std::vector<py::object> e) { d.entities = std::move(e); })
      .def("word",
           [](Declared& d, const std::string& name, const std::string& says, bool believed,
              bool of_entity, const py::object& of) {
             d.words.push_back({name, says, believed, of_entity, of});
           })
      .def("deed", [](Declared& d, const std::string& name, bool of_entity,
                      const std::vector<Action>& actions, bool foreseeable) {
        d.deeds.push_back({name, of_entity, actions, foreseeable});
      });
}

}  // namespace holdfast::python
