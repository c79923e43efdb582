// Names with their numbers, and what to say about one that is not there.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "holdfast/rddl/syntax.h"

namespace holdfast::rddl {

class NameTable {
 public:
  // `what` is what messages call such a name: "fluent".
  explicit NameTable(const char* what) : what_(what) {}

  // Numbers count from 0. Throws InputError if the name is there already.
  int add(const Name& name, const std::string& file);
  // -1 if it is not there.
  int find(const std::string& name) const;
  // Throws InputError that names the nearest if it is not there.
  int at(const Name& name, const std::string& file) const;

 private:
  const char* what_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, int> numbers_;
};

[[noreturn]] void fail(const std::string& file, Position at, const std::string& what);

}  // namespace holdfast::rddl
