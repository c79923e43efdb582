// The syntax tree of RDDL files (Sanner 2010), as far as it is read here: boolean fluents over
// objects, with numbers as constants. What the language has beyond that is refused by its name.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace holdfast::rddl {

struct Position {
  int line = 0;
  int column = 0;
};

// A name where it was written.
struct Name {
  std::string text;
  Position at;
};

// `?x : cell`
struct Binding {
  Name variable;
  Name type;
  int type_index = -1;  // found by program.h
};

struct Expression {
  enum class Kind {
    number,     // value
    boolean,    // value is 0 or 1
    variable,   // ?x
    object,     // @x, or x where an object is expected
    fluent,     // operands are its arguments
    negation,   // ~
    all,        // ^, any number of operands
    any,        // |
    implies,    // =>
    same,       // <=>
    sum,        // +, any number of operands
    product,    // *
    quotient,   // /
    minus,      // unary
    equal,      // ==
    unequal,    // ~=
    less,       // <
    at_most,    // <=
    more,       // >
    at_least,   // >=
    choice,     // if, then, else
    exists,     // the quantifiers have bindings and one operand
    forall,     //
    sum_over,   //
    prod_over,  //
    function,   // exp[x], by name
    kron_delta,
    bernoulli,
  };
  Kind kind = Kind::number;
  Position at;
  std::string name = {};
  bool primed = false;
  double value = 0;
  std::vector<Expression> operands = {};
  std::vector<Binding> bindings = {};
  // Found by program.h: of a fluent its number, of an object its number in its type, of a variable
  // how many others are bound around it.
  int index = -1;
};

enum class FluentKind { constant, state, action, observation };

// What files call it: `state-fluent`.
const char* to_string(FluentKind kind);

// `robot-at(xpos, ypos) : { state-fluent, bool, default = false };`
struct FluentDeclaration {
  Name name;
  std::vector<Name> types;
  FluentKind kind = FluentKind::constant;
  bool is_boolean = true;
  double default_value = 0;
};

// `robot-at'(?x, ?y) = ...;`
struct Formula {
  Name fluent;
  bool primed = false;
  std::vector<Name> variables;
  Expression body;
};

struct Domain {
  std::string file;
  Name name;
  std::vector<Name> types;
  std::vector<FluentDeclaration> fluents;
  std::vector<Formula> formulas;
  Expression reward;
  // state-action-constraints and action-preconditions.
  std::vector<Expression> constraints;
};

// `cell : {c1, c2};`
struct Objects {
  Name type;
  std::vector<Name> names;
};

// `P(c1) = 0.3;`, `alive(c1);`, `~alive(c2);`
struct Assignment {
  Name fluent;
  std::vector<Name> arguments;
  bool is_boolean = true;
  double value = 1;
};

// A `non-fluents` block.
struct Constants {
  std::string file;
  Name name;
  Name domain;
  std::vector<Objects> objects;
  std::vector<Assignment> values;
};

struct Instance {
  std::string file;
  Name name;
  Name domain;
  Name constants;  // the text is empty if it has none
  std::vector<Objects> objects;
  std::vector<Assignment> initial;
  int most_actions = 1;  // max-nondef-actions; kAnyNumber for pos-inf
  int horizon = 0;
  double discount = 1;

  static constexpr int kAnyNumber = 1 << 20;
};

// What a file, or several, have in them.
struct Blocks {
  std::vector<Domain> domains;
  std::vector<Constants> constants;
  std::vector<Instance> instances;
};

}  // namespace holdfast::rddl
