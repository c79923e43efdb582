// A domain and an instance of it, read and checked: every name is a number, and every formula is of
// the right type.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "holdfast/rddl/syntax.h"

namespace holdfast::rddl {

struct Type {
  std::string name;
  std::vector<std::string> objects;
};

struct Fluent {
  std::string name;
  FluentKind kind = FluentKind::constant;
  bool is_boolean = true;
  double default_value = 0;
  std::vector<int> types;  // of its parameters
  // Ground fluents are numbered in the order of their arguments, the last running fastest.
  int ground_count = 1;
};

// The formula of a state fluent or an observation; its parameters are the first variables.
struct Cpf {
  int fluent = 0;
  Expression body;
};

struct Program {
  std::string file;  // of the domain
  std::string domain;
  std::string instance;
  std::vector<Type> types;
  std::vector<Fluent> fluents;
  std::vector<Cpf> cpfs;  // one for each state fluent and observation, in the order of `fluents`
  Expression reward;
  std::vector<Expression> constraints;
  // By fluent and ground fluent: values of non-fluents, the initial state, defaults of actions.
  std::vector<std::vector<double>> values;
  int most_actions = 1;
  int horizon = 1;
  double discount = 1;

  const Type& type(int t) const { return types[static_cast<std::size_t>(t)]; }
  const Fluent& fluent(int f) const { return fluents[static_cast<std::size_t>(f)]; }
  int object_count(int t) const { return static_cast<int>(type(t).objects.size()); }

  // Which ground fluent of f it is that has these objects as arguments.
  int ground_index(int f, std::span<const int> arguments) const;
  // "robot-at(x1,y2)"
  std::string ground_name(int f, int index) const;
};

// Throws InputError at the place of a mistake: names that are not known (with the nearest that is),
// a wrong number or type of arguments, a number where a condition is expected, an instance of
// another domain, a value given twice, ...; and if there is not exactly one domain and instance.
Program resolve(Blocks blocks);

}  // namespace holdfast::rddl
