// Small models as text, for tests.
#pragma once

#include <string>

#include "holdfast/rddl/parser.h"
#include "holdfast/rddl/program.h"

namespace holdfast::rddl {

// A domain of cells c1, c2, c3 in a row and doors d1, d2, of which a test says what matters. Its
// text starts at line 1, with a section per line.
struct TestModel {
  std::string fluents =
      "on(cell) : { state-fluent, bool, default = false };"
      "go(cell) : { action-fluent, bool, default = false };"
      "see : { observ-fluent, bool };";
  std::string cpfs = "on'(?c) = on(?c); see = exists_{?c : cell} on'(?c);";
  std::string reward = "0";
  std::string constraints = "";
  std::string values = "NEXT(c1,c2); NEXT(c2,c3);";
  std::string initial = "on(c1);";
  std::string instance = "max-nondef-actions = 1; horizon = 40; discount = 1.0;";

  std::string domain_text() const {
    return "domain cells { types { cell : object; door : object; };\npvariables { "
           "NEXT(cell,cell) : { non-fluent, bool, default = false }; "
           "P(cell) : { non-fluent, real, default = 0.25 };\n" +
           fluents + "\n};\ncpfs {\n" + cpfs + "\n};\nreward = " + reward +
           ";\nstate-action-constraints {\n" + constraints + "\n};\n}\n";
  }
  std::string instance_text() const {
    return "non-fluents nf { domain = cells; objects { cell : {c1,c2,c3}; door : {d1,d2}; };\n"
           "non-fluents {\n" +
           values + "\n}; }\ninstance i1 { domain = cells; non-fluents = nf;\ninit-state {\n" +
           initial + "\n};\n" + instance + "\n}\n";
  }
  Program program() const {
    Blocks blocks;
    parse_blocks(domain_text(), "d.rddl", blocks);
    parse_blocks(instance_text(), "i.rddl", blocks);
    return resolve(std::move(blocks));
  }
};

}  // namespace holdfast::rddl
