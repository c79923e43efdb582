// Beliefs as numpy arrays: what the bytes of a particle mean.
#include <pybind11/numpy.h>

#include <map>

#include "holdfast/domains/file/table_domain.h"
#include "holdfast/domains/lightdark/light_dark.h"
#include "holdfast/domains/pocman/pocman.h"
#include "holdfast/domains/rddl/rddl_domain.h"
#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/domains/tag/tag.h"
#include "holdfast/domains/tiger/tiger.h"
#include "holdfast/python/binding.h"
#include "holdfast/rddl/read_model.h"

namespace holdfast::python {
namespace {

std::map<std::string, py::dtype> dtypes() {
  PYBIND11_NUMPY_DTYPE(RockSample::State, cell, good);
  PYBIND11_NUMPY_DTYPE(Pocman::State, food, ghosts, food_count, cell, facing, power, ate, over);
  PYBIND11_NUMPY_DTYPE(Tag::State, robot, opponent, tagged);
  PYBIND11_NUMPY_DTYPE(LightDark::State, x, y, stopped);
  PYBIND11_NUMPY_DTYPE(Tiger::State, tiger_right, done);
  return {{"rocksample", py::dtype::of<RockSample::State>()},
          {"pocman", py::dtype::of<Pocman::State>()},
          {"tag", py::dtype::of<Tag::State>()},
          {"lasertag", py::dtype::of<Tag::State>()},
          {"lightdark", py::dtype::of<LightDark::State>()},
          {"tiger", py::dtype::of<Tiger::State>()}};
}

std::vector<std::string> state_fluents(const rddl::GroundModel& model) {
  std::vector<std::string> names;
  for (const rddl::Bit& bit : model.state) names.push_back(model.name(bit));
  return names;
}

std::vector<std::string> fluents_of_files(const std::string& domain) {
  const DomainInfo info = rddl_info();
  const Parameters of(parse_spec(domain), info.parameters, info.positional);
  return state_fluents(rddl::read_model(of.text("domain"), of.text("instance")));
}

}  // namespace

void add_particles(py::module_& m) {
  // By the name of the domain, as far as its states have fields that one can name.
  py::dict fields;
  for (const auto& [name, dtype] : dtypes()) fields[py::str(name)] = dtype;
  m.attr("fields_of_states") = fields;
  // The states of a table; None for other domains.
  m.def("states_of", [](const Domain& domain) -> py::object {
    const tables::Table* table = table_of(domain);
    return table ? py::cast(table->states) : py::none();
  });
  // The bits of a state, in their order.
  m.def("fluents_of_files", &fluents_of_files);
  m.def("fluents_of_texts", [](const std::string& domain, const std::string& instance) {
    return state_fluents(rddl::parse_model(domain, instance));
  });
}

}  // namespace holdfast::python
