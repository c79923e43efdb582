#include "holdfast/logic/facts.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"

namespace holdfast::logic {
namespace {

[[noreturn]] void fail(const std::string& file, Position at, const std::string& what) {
  throw InputError(Place{file, at.line, at.column}, what);
}

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// The feature of the atom, whose arity fits.
int feature_of(const Vocabulary& vocabulary, const Atom& atom, const std::string& file) {
  const int f = vocabulary.feature(atom.predicate);
  if (f < 0) {
    fail(file, atom.position,
         fmt::format("{} is not a feature of this domain; it has {}", atom.predicate,
                     list(vocabulary.feature_names())));
  }
  const int arity = vocabulary.features()[static_cast<std::size_t>(f)].arity();
  if (static_cast<int>(atom.arguments.size()) != arity) {
    fail(file, atom.position,
         fmt::format("{} takes {} arguments, found {}", atom.predicate, arity,
                     atom.arguments.size()));
  }
  return f;
}

int integer_of(const Term& term, int low, int high, const std::string& file) {
  if (!term.is_integer() || term.value < low || term.value > high) {
    fail(file, term.position,
         fmt::format("expected an integer from {} to {}, found {}", low, high, to_string(term)));
  }
  return term.value;
}

}  // namespace

Facts::Facts(const Vocabulary& vocabulary)
    : vocabulary_(&vocabulary), columns_(static_cast<std::size_t>(vocabulary.column_count())) {
  clear();
}

void Facts::clear() {
  for (Column& column : columns_) column.lanes.fill(Column::kAbsent);
}

void Facts::add(const Atom& atom, const std::string& file) {
  const int f = feature_of(*vocabulary_, atom, file);
  const Feature& feature = vocabulary_->features()[static_cast<std::size_t>(f)];
  const int entity = vocabulary_->entity(atom.arguments[0]);
  if (entity < 0) {
    fail(file, atom.arguments[0].position,
         fmt::format("{} is not one of this domain's {} entities", to_string(atom.arguments[0]),
                     vocabulary_->entity_count()));
  }
  int c = vocabulary_->first_column(f);
  if (feature.kind == Feature::Kind::series) {
    c += integer_of(atom.arguments[1], feature.first, feature.last, file) - feature.first;
  }
  const int value =
      feature.kind == Feature::Kind::flag
          ? 1
          : integer_of(atom.arguments.back(), -Column::kGivenMost, Column::kGivenMost, file);
  if (has(c, entity) && this->value(c, entity) != value) {
    fail(file, atom.position,
         fmt::format("{} contradicts {}", to_string(atom),
                     to_string(fact(*vocabulary_, c, entity, this->value(c, entity)))));
  }
  set(c, entity, value);
}

std::vector<Atom> Facts::atoms() const {
  std::vector<Atom> result;
  for (int e = 0; e < vocabulary_->entity_count(); ++e) {
    for (int c = 0; c < vocabulary_->column_count(); ++c) {
      if (has(c, e)) result.push_back(fact(*vocabulary_, c, e, value(c, e)));
    }
  }
  return result;
}

Atom fact(const Vocabulary& vocabulary, int column, int entity, int value) {
  std::size_t f = 0;
  while (vocabulary.first_column(static_cast<int>(f) + 1) <= column) ++f;
  const Feature& feature = vocabulary.features()[f];
  Atom atom{feature.name, {vocabulary.entities()[static_cast<std::size_t>(entity)]}, {}};
  if (feature.kind == Feature::Kind::series) {
    const int offset = column - vocabulary.first_column(static_cast<int>(f));
    atom.arguments.push_back(Term::integer(feature.first + offset));
  }
  if (feature.kind != Feature::Kind::flag) atom.arguments.push_back(Term::integer(value));
  return atom;
}

Facts parse_facts(std::string_view text, const Vocabulary& vocabulary, const std::string& file) {
  Facts facts(vocabulary);
  Parser parser(text, file);
  while (!parser.at_end()) {
    facts.add(parser.atom(), file);
    parser.expect(".");
  }
  return facts;
}

}  // namespace holdfast::logic
