#include "holdfast/logic/facts.h"

#include <fmt/format.h>

#include <optional>

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

// The atom taken apart, as one of a feature.
FeatureAtom read(const Vocabulary& vocabulary, const Atom& atom, const std::string& file) {
  if (const std::optional<FeatureAtom> found = vocabulary.read(atom)) return *found;
  const int f = vocabulary.feature(atom.predicate);
  if (f < 0) {
    fail(file, atom.position,
         fmt::format("{} is not a feature of this domain; it has {}", atom.predicate,
                     list(vocabulary.feature_names())));
  }
  const Feature& feature = vocabulary.features()[static_cast<std::size_t>(f)];
  if (static_cast<int>(atom.arguments.size()) != feature.arity()) {
    fail(file, atom.position,
         fmt::format("{} takes {} arguments, found {}", atom.predicate, feature.arity(),
                     atom.arguments.size()));
  }
  fail(file, atom.arguments[0].position,
       fmt::format("expected {}, with an action of this domain, found {}", shape_of(feature),
                   to_string(atom)));
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
    : vocabulary_(vocabulary),
      pages_(page_count(vocabulary)),
      columns_(static_cast<std::size_t>(vocabulary.column_count() * pages_)) {
  clear();
}

void Facts::clear() {
  for (Column& column : columns_) column.lanes.fill(Column::kAbsent);
}

void Facts::add(const Atom& atom, const std::string& file) {
  const FeatureAtom parts = read(vocabulary_, atom, file);
  const Feature& feature = vocabulary_.features()[static_cast<std::size_t>(parts.feature)];
  const int entity = parts.entity ? vocabulary_.entity(*parts.entity) : 0;
  if (entity < 0) {
    fail(file, parts.entity->position,
         fmt::format("{} is not one of this domain's {} entities", to_string(*parts.entity),
                     vocabulary_.entity_count()));
  }
  int c = vocabulary_.first_column(parts.feature);
  if (parts.index) c += integer_of(*parts.index, feature.first, feature.last, file) - feature.first;
  const int value =
      parts.value ? integer_of(*parts.value, -Column::kGivenMost, Column::kGivenMost, file) : 1;
  if (has(c, entity) && this->value(c, entity) != value) {
    fail(file, atom.position,
         fmt::format("{} contradicts {}", to_string(atom),
                     to_string(fact(vocabulary_, c, entity, this->value(c, entity)))));
  }
  if (feature.of_entity) {
    set(c, entity, value);
  } else {
    set_all(c, value);
  }
}

std::vector<Atom> Facts::atoms() const {
  std::vector<Atom> result;
  const auto add_about = [&](int entity, bool of_entity) {
    for (std::size_t f = 0; f < vocabulary_.features().size(); ++f) {
      if (vocabulary_.features()[f].of_entity != of_entity) continue;
      const int i = static_cast<int>(f);
      for (int c = vocabulary_.first_column(i); c < vocabulary_.first_column(i + 1); ++c) {
        if (has(c, entity)) result.push_back(fact(vocabulary_, c, entity, value(c, entity)));
      }
    }
  };
  add_about(0, false);
  for (int e = 0; e < vocabulary_.entity_count(); ++e) add_about(e, true);
  return result;
}

Atom fact(const Vocabulary& vocabulary, int column, int entity, int value) {
  std::size_t f = 0;
  while (vocabulary.first_column(static_cast<int>(f) + 1) <= column) ++f;
  const Feature& feature = vocabulary.features()[f];
  Atom atom{feature.name, {}, {}};
  if (feature.of_entity) {
    atom.arguments.push_back(vocabulary.entities()[static_cast<std::size_t>(entity)]);
  }
  if (!feature.action.empty()) {
    atom.arguments = {feature.of_entity ? Term::function(feature.action, atom.arguments)
                                        : Term::symbol(feature.action)};
  }
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
