// What of a theory is about one entity at a time: features, and words whose rules ask for nothing
// else. Whether such a condition holds for an entity follows from what is known about it alone, so
// that a table can tell.
#pragma once

#include <cstdint>
#include <vector>

#include "holdfast/logic/compiled_theory.h"

namespace holdfast {

// Whether all that a theory asks of facts is about entities, and not of the past.
bool asks_only_of_entities(const logic::CompiledTheory& theory);

class LocalColumns {
 public:
  explicit LocalColumns(const logic::CompiledTheory& theory);

  bool is_local(int column) const { return local_[static_cast<std::size_t>(column)] != 0; }
  // Whether all that the rule asks for is local, and it is about any entity.
  bool is_local(const logic::CompiledRule& rule) const;

  // Those for which the local tests of the rule hold, of as many as the pages have lanes. After
  // state() with the facts.
  logic::EntitySet passing(const logic::CompiledRule& rule) const;
  void state(const logic::Facts& facts);

 private:
  bool is_local(const logic::DerivedColumn& column) const;

  logic::CompiledTheory theory_;
  int pages_;
  std::vector<char> local_;  // by column
  std::vector<logic::Column> columns_;
};

// Whether each rule is compiled and is about any one entity, of which alone it asks; so what rules
// say is, over all entities, the union of what they say of one.
bool about_one_entity(const logic::CompiledTheory& theory);

}  // namespace holdfast
