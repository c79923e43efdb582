// A function of some variables as a .pomdpx file gives it: values for instances, in which * stands
// for every value and - for all values in turn.
#pragma once

#include <string>
#include <vector>

#include "holdfast/tables/names.h"
#include "holdfast/tables/xml.h"

namespace holdfast::tables {

struct Variable {
  // How the file calls it: a state variable has a name before and one after the step.
  std::string name;
  Names values;
};

class Factor {
 public:
  // The element <CondProb> or <Func>; keeps a reference to the variables. A conditional probability
  // is also a function of its own variable, which stands last.
  // Throws InputError with the place.
  Factor(const XmlElement& element, const std::vector<Variable>& variables, bool conditional,
         const std::string& file);

  // Numbers of the variables that it depends on; its own is the last of a conditional one.
  const std::vector<int>& scope() const { return scope_; }
  // `values` are those of all variables, by number.
  double operator()(const std::vector<int>& values) const { return table_[index(values)]; }
  Position at() const { return at_; }

 private:
  // Of each place of an instance: a value, kEvery or kRunning.
  using Instance = std::vector<int>;
  static constexpr int kEvery = -1;
  static constexpr int kRunning = -2;

  std::size_t index(const std::vector<int>& values) const;
  void read_table(const XmlElement& parameter);
  void read_entry(const XmlElement& entry);
  Instance read_instance(const XmlElement& element) const;
  void fill(const Instance& instance, const std::vector<double>& numbers);
  void read_diagram(const XmlElement& node, std::vector<int>& chosen);
  double number(const std::string& text, Position at) const;
  std::vector<double> numbers(const XmlElement& element, const Instance& instance) const;
  int size_of(std::size_t place) const;
  [[noreturn]] void fail(Position at, const std::string& what) const;

  const std::vector<Variable>& variables_;
  std::string file_;
  std::vector<int> scope_;
  std::vector<double> table_;
  Position at_;
};

// Words of a text between blanks.
std::vector<std::string> words_of(const std::string& text);

// The child of this name; throws InputError if there is none.
const XmlElement& required(const XmlElement& parent, const char* name, const std::string& file);

}  // namespace holdfast::tables
