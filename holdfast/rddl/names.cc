#include "holdfast/rddl/names.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"
#include "holdfast/base/spec.h"

namespace holdfast::rddl {

void fail(const std::string& file, Position at, const std::string& what) {
  throw InputError(Place{file, at.line, at.column}, what);
}

int NameTable::add(const Name& name, const std::string& file) {
  const int number = static_cast<int>(names_.size());
  if (!numbers_.emplace(name.text, number).second) {
    fail(file, name.at, fmt::format("the {} '{}' is declared twice", what_, name.text));
  }
  names_.push_back(name.text);
  return number;
}

int NameTable::find(const std::string& name) const {
  const auto it = numbers_.find(name);
  return it == numbers_.end() ? -1 : it->second;
}

int NameTable::at(const Name& name, const std::string& file) const {
  const int number = find(name.text);
  if (number >= 0) return number;
  const std::string near = nearest(name.text, names_);
  fail(file, name.at,
       fmt::format("there is no {} '{}'{}", what_, name.text,
                   near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

}  // namespace holdfast::rddl
