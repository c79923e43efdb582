#include "holdfast/learn/mode_reader.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "holdfast/learn/located.h"
#include "holdfast/logic/comparator.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {

using logic::Atom;
using logic::Position;
using logic::Term;

namespace {

// var(type), const(type) or num_var(type); the name of a type may begin with a capital letter.
bool is_placeholder(const Term& t) {
  return t.kind == Term::Kind::function &&
         (t.name == "var" || t.name == "const" || t.name == "num_var") && t.arguments.size() == 1 &&
         (t.arguments[0].kind == Term::Kind::symbol || t.arguments[0].is_variable());
}

bool is_leaf(const Term& t) { return t.kind != Term::Kind::function || is_placeholder(t); }

}  // namespace

std::optional<Atom> ModeReader::read(bool head) {
  parser_.expect("(");
  int recall = kAnyRecall;
  if (parser_.peek(1).text == ",") {
    const Position at = parser_.peek().position;
    if (parser_.peek().kind == logic::Token::Kind::integer) {
      recall = parser_.integer();
      if (recall == 0) parser_.fail(at, "expected a recall above 0");
      parser_.expect(",");
    } else if (parser_.accept("*")) {
      parser_.expect(",");
    }
  }
  const Position at = parser_.peek().position;
  const logic::Literal schema = parser_.literal();
  OpenMode open{.says_sign = schema.negated, .at = at};
  open.mode.recall = recall;
  open.mode.positive = !schema.negated;
  open.mode.negative = !head;
  if (schema.negated) not_literal(head, schema, at);
  if (parser_.accept(",")) mode_options(open);
  parser_.expect(")");
  parser_.expect(".");
  if (const Atom* atom = schema.atom()) {
    atom_mode(*atom, std::move(open), head);
    return *atom;
  }
  if (head) parser_.fail(at, "expected an atom as the schema of a head");
  if (!open.mode.positive) {
    parser_.fail(at, "negated comparisons in the space are beyond this learner");
  }
  if (!schema.comparison()) parser_.fail(at, "aggregates in the space are beyond this learner");
  comparison_mode(*schema.comparison(), recall, at);
  return {};
}

// #modeb(not q): FastLAS's way to say (negative).
void ModeReader::not_literal(bool head, const logic::Literal& schema, Position at) {
  if (head || !schema.atom()) {
    parser_.fail(at, "\"not\" before anything but an atom of a body is beyond this learner");
  }
  space_.fastlas = true;
}

void ModeReader::mode_options(OpenMode& open) {
  if (!parser_.accept("(")) parser_.fail_expected("options such as (positive)");
  do {
    const Position at = parser_.peek().position;
    const std::string name = parser_.name();
    if (name == "positive" || name == "negative") {
      (name == "positive" ? open.mode.negative : open.mode.positive) = false;
      open.says_sign = true;
    } else if (name == "anti_reflexive") {
      open.mode.anti_reflexive = true;
    } else if (name == "symmetric") {
      open.mode.symmetric = true;
    } else {
      parser_.fail(
          at, "expected positive, negative, anti_reflexive or symmetric, found \"" + name + "\"");
    }
  } while (parser_.accept(","));
  parser_.expect(")");
}

void ModeReader::atom_mode(const Atom& atom, OpenMode open, bool head) {
  std::vector<Term> leaves;
  open.mode.predicate = task_.vocabulary.predicate(atom, is_leaf, leaves);
  open.mode.declaration = space_.declarations++;
  for (const Term& t : leaves) add_place(open, t, head);
  check_flags(open, head);
  (head ? space_.heads : space_.bodies).push_back(std::move(open));
}

void ModeReader::add_place(OpenMode& open, const Term& t, bool head) {
  Hole place;
  std::string constant_type;
  refuse_arithmetic(t);
  if (!is_placeholder(t)) {
    place.constant = located(parser_, t.position, [&] { return task_.vocabulary.value(t); });
  } else if (t.name == "const") {
    constant_type = t.arguments[0].name;
  } else if (t.name == "var") {
    place.type = t.arguments[0].name;
  } else {
    if (head) parser_.fail(t.position, "num_var in a head is beyond this learner");
    place.type = "num_" + t.arguments[0].name;
    open.numeric_places.push_back(open.mode.places.size());
    space_.numeric_types.insert(place.type);
    space_.fastlas = true;
  }
  open.mode.places.push_back(std::move(place));
  open.constant_types.push_back(std::move(constant_type));
}

void ModeReader::refuse_arithmetic(const Term& t) {
  if (t.kind != Term::Kind::operation) return;
  parser_.fail(t.position, fmt::format("arithmetic in a mode declaration ({}) is beyond this "
                                       "learner",
                                       logic::to_string(t)));
}

void ModeReader::check_flags(const OpenMode& open, bool head) {
  const Mode& m = open.mode;
  if (head && !m.positive) parser_.fail(open.at, "a head cannot be (negative)");
  if (!m.positive && !m.negative) parser_.fail(open.at, "expected positive or negative, not both");
  const bool two = m.places.size() == 2;
  if (m.anti_reflexive && !two) parser_.fail(open.at, "anti_reflexive is about two arguments");
  if (m.symmetric && !(two && !m.places[0].type.empty() && m.places[0].type == m.places[1].type)) {
    parser_.fail(open.at, "symmetric is about two variables of one type");
  }
}

void ModeReader::comparison_mode(const logic::Comparison& c, int recall, Position at) {
  const auto is_variable = [](const Term& t) { return is_placeholder(t) && t.name == "var"; };
  const bool left = is_variable(c.left);
  const Term& variable = left ? c.left : c.right;
  const Term& constant = left ? c.right : c.left;
  if (left && is_variable(c.right)) {
    space_.pairs.push_back({.left = c.left.arguments[0].name,
                            .comparator = c.comparator,
                            .right = c.right.arguments[0].name,
                            .declaration = space_.declarations++,
                            .recall = recall});
    return;
  }
  for (const Term* side : {&c.left, &c.right}) refuse_arithmetic(*side);
  if (!is_variable(variable)) {
    parser_.fail(at,
                 "comparisons other than of var(type) with a constant or another var(type) are "
                 "beyond this learner");
  }
  OpenComparison open{.at = at};
  open.mode.type = variable.arguments[0].name;
  open.mode.comparator = left ? c.comparator : logic::mirrored(c.comparator);
  open.mode.recall = recall;
  open.mode.declaration = space_.declarations++;
  if (is_placeholder(constant)) {
    open.constant_type = constant.arguments[0].name;
  } else {
    open.mode.constants.push_back(
        located(parser_, at, [&] { return task_.vocabulary.value(constant); }));
  }
  space_.comparisons.push_back(std::move(open));
}

}  // namespace holdfast::learn
