// The mode declarations of a task file, #modeh and #modeb.
#pragma once

#include <optional>

#include "holdfast/learn/open_space.h"
#include "holdfast/logic/parser.h"

namespace holdfast::learn {

class ModeReader {
 public:
  ModeReader(logic::Parser& parser, Task& task, OpenSpace& space)
      : parser_(parser), task_(task), space_(space) {}

  // Reads one after its directive and adds it to the space. Returns its schema, unless that is a
  // comparison. Throws InputError with the place of what is beyond this learner.
  std::optional<logic::Atom> read(bool head);

 private:
  void not_literal(bool head, const logic::Literal& schema, logic::Position at);
  void mode_options(OpenMode& open);
  void atom_mode(const logic::Atom& atom, OpenMode open, bool head);
  void add_place(OpenMode& open, const logic::Term& t, bool head);
  void refuse_arithmetic(const logic::Term& t);
  void check_flags(const OpenMode& open, bool head);
  void comparison_mode(const logic::Comparison& c, int recall, logic::Position at);

  logic::Parser& parser_;
  Task& task_;
  OpenSpace& space_;
};

}  // namespace holdfast::learn
