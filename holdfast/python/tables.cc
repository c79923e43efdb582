// Models as arrays.
#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <optional>

#include "holdfast/base/error.h"
#include "holdfast/domains/file/table_domain.h"
#include "holdfast/python/words.h"
#include "holdfast/tables/classic_file.h"
#include "holdfast/tables/names.h"
#include "holdfast/tables/rows_in_progress.h"

namespace holdfast::python {
namespace {

// Read where it lies if it is an array of doubles in C's order.
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;
using tables::RowsInProgress;

std::string shape_text(const Array& array) {
  std::string text;
  for (py::ssize_t i = 0; i < array.ndim(); ++i) {
    text += (i ? ", " : "") + std::to_string(array.shape(i));
  }
  return "(" + text + ")";
}

void check_shape(const char* name, const Array& array, const std::vector<py::ssize_t>& wanted,
                 const char* meaning) {
  bool fits = array.ndim() == static_cast<py::ssize_t>(wanted.size());
  for (std::size_t i = 0; fits && i < wanted.size(); ++i) {
    fits = array.shape(static_cast<py::ssize_t>(i)) == wanted[i];
  }
  if (fits) return;
  std::string text;
  for (const py::ssize_t n : wanted) text += (text.empty() ? "" : ", ") + std::to_string(n);
  throw InputError(fmt::format("{} has the shape {}; expected ({}), which is {}", name,
                               shape_text(array), text, meaning));
}

// Rows of an array as distributions; `name(row)` is T[0, 3].
tables::Distributions distributions(const Array& array, std::size_t rows,
                                    const std::function<std::string(std::size_t)>& name) {
  const auto values = static_cast<std::size_t>(array.shape(array.ndim() - 1));
  const double* at = array.data();
  RowsInProgress progress(rows, values, tables::Limits{}.entries, "");
  for (std::size_t r = 0; r < rows; ++r) {
    progress.clear(r, {});
    for (std::size_t v = 0; v < values; ++v, ++at) {
      if (*at == 0) continue;
      if (!(*at >= 0 && *at <= 1 + 1e-5)) {
        throw InputError(
            fmt::format("{} has {} for value {}, which is no probability", name(r), *at, v));
      }
      progress.set(r, v, *at, {});
    }
  }
  return progress.finish(name);
}

std::vector<std::string> names_or_numbers(const std::vector<std::string>& names, const char* what,
                                          py::ssize_t count) {
  if (names.empty()) return tables::numbered(std::string(1, what[0]).c_str(), count);
  if (static_cast<py::ssize_t>(names.size()) != count) {
    throw InputError(fmt::format("{} names for {} {}", names.size(), count, what));
  }
  const std::string twice = tables::Names(what, names).twice();
  if (!twice.empty()) throw InputError(fmt::format("two {} are named '{}'", what, twice));
  return names;
}

// T[a, s, s'], O[a, s', o], R[a, s] or R[a, s, s'].
std::shared_ptr<Domain> from_arrays(const std::string& name, const Array& T, const Array& O,
                                    const Array& R, const Array& start, double discount, int steps,
                                    const std::vector<std::string>& states,
                                    const std::vector<std::string>& actions,
                                    const std::vector<std::string>& observations,
                                    const Declared& declared) {
  if (T.ndim() != 3 || O.ndim() != 3) {
    throw InputError(
        fmt::format("T has the shape {} and O {}; expected (actions, states, states) "
                    "and (actions, states, observations)",
                    shape_text(T), shape_text(O)));
  }
  const py::ssize_t A = T.shape(0), S = T.shape(1), Z = O.shape(2);
  const tables::Limits limits;
  if (A < 1 || S < 1 || Z < 1 || A > limits.actions || S > limits.states) {
    throw InputError(
        fmt::format("{} actions and {} states; at most {} and {} are allowed, and one "
                    "of each at least",
                    A, S, limits.actions, limits.states));
  }
  check_shape("T", T, {A, S, S}, "actions, states, next states");
  check_shape("O", O, {A, S, Z}, "actions, next states, observations");
  const bool by_next = R.ndim() == 3;
  check_shape("R", R, by_next ? std::vector{A, S, S} : std::vector{A, S},
              "actions, states, and next states if it depends on them");
  check_shape("start", start, {S}, "states");
  if (!(discount >= 0 && discount < 1)) throw InputError("discount must be in [0, 1)");
  const auto states_count = static_cast<std::size_t>(S);
  const auto rows = static_cast<std::size_t>(A) * states_count;
  const auto row_name = [&](const char* what) {
    return [what, states_count](std::size_t r) {
      return fmt::format("{}[{}, {}]", what, r / states_count, r % states_count);
    };
  };
  tables::Table table;
  table.discount = discount;
  table.states = names_or_numbers(states, "states", S);
  table.actions = names_or_numbers(actions, "actions", A);
  table.observations = names_or_numbers(observations, "observations", Z);
  table.start = distributions(start, 1, [](std::size_t) { return std::string("start"); });
  table.transitions = distributions(T, rows, row_name("T"));
  table.sights = distributions(O, rows, row_name("O"));
  for (std::size_t r = 0; r < rows; ++r) {
    for (const auto& e : table.transitions.row(r)) {
      const double reward = by_next ? R.data()[r * states_count + e.value] : R.data()[r];
      if (!(std::abs(reward) <= 1e12)) throw InputError("R has a reward that is no number");
      table.rewards.push_back(reward);
    }
  }
  complete(table);
  StateLanguage language = language_of(declared, [](const DeclaredWord& word) {
    using Values = std::vector<std::vector<std::optional<int>>>;
    return [values = word.of.cast<Values>()](int entity, std::uint32_t s) {
      return values[static_cast<std::size_t>(entity)][s].value_or(logic::Column::kAbsent);
    };
  });
  return make_table_domain(name, std::move(table), steps, std::move(language));
}

void fill(py::array_t<double>& array, const tables::Distributions& rows, std::size_t width) {
  double* const at = array.mutable_data();
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    for (const auto& e : rows.row(r)) at[r * width + e.value] = e.probability;
  }
}

py::array_t<double> zeros(const std::vector<std::size_t>& shape) {
  py::array_t<double> array(shape);
  std::fill_n(array.mutable_data(), array.size(), 0.0);
  return array;
}

// As from_arrays wants them.
py::dict arrays_of(const std::string& path) {
  constexpr std::size_t kMost = 100'000'000;
  const tables::Table t = unlocked([&] { return tables::read_classic_file(path); });
  const std::size_t A = t.actions.size(), S = t.states.size(), Z = t.observations.size();
  if (A * S * std::max(S, Z) > kMost) {
    throw InputError(fmt::format(
        "{} is too large for arrays: {} actions, {} states, {} observations", path, A, S, Z));
  }
  py::array_t<double> T = zeros({A, S, S}), O = zeros({A, S, Z}), R = zeros({A, S, S});
  py::array_t<double> start = zeros({S});
  fill(T, t.transitions, S);
  fill(O, t.sights, Z);
  fill(start, t.start, S);
  for (std::size_t r = 0; r < t.transitions.rows(); ++r) {
    std::size_t entry = t.transitions.begin(r);
    for (const auto& e : t.transitions.row(r)) {
      R.mutable_data()[r * S + e.value] = t.rewards[entry++];
    }
  }
  return py::dict(py::arg("T") = T, py::arg("O") = O, py::arg("R") = R, py::arg("start") = start,
                  py::arg("discount") = t.discount, py::arg("states") = t.states,
                  py::arg("actions") = t.actions, py::arg("observations") = t.observations);
}

}  // namespace

void add_tables(py::module_& m) {
  m.def("arrays", &arrays_of);
  m.def("table", &from_arrays);
}

}  // namespace holdfast::python
