// Theories and facts: read, printed, checked, compiled, and run by both engines.
#include <cstdlib>

#include "fuzz/targets.h"
#include "holdfast/logic/compiled_theory.h"
#include "holdfast/logic/constants.h"
#include "holdfast/logic/facts.h"
#include "holdfast/logic/print.h"
#include "holdfast/logic/theory.h"
#include "holdfast/macro/gamma.h"

namespace holdfast::fuzz {
namespace {

// A little of everything: a flag, a value, a series, actions with and without entity.
const logic::Vocabulary& words() {
  using Kind = logic::Feature::Kind;
  static const logic::Vocabulary vocabulary(
      logic::numbered_entities(3),
      {{"dist"}, {"guess"}, {"wall", Kind::flag}, {"food", Kind::series, 1, 3}},
      {{"north"}, {"east"}, {"check", true}});
  return vocabulary;
}

// Facts that follow from the bytes, so that the same input always meets the same belief.
logic::Facts facts_from(std::string_view bytes) {
  logic::Facts facts(words());
  std::uint32_t state = 1;
  for (const char c : bytes) state = state * 31 + static_cast<unsigned char>(c);
  for (int c = 0; c < words().column_count(); ++c) {
    for (int e = 0; e < words().entity_count(); ++e) {
      state = state * 1664525 + 1013904223;
      if (state >> 30 == 0) continue;
      const bool flag = c == words().first_column(words().feature("wall"));
      facts.set(c, e, flag ? 1 : static_cast<int>(state >> 20 & 127) - 20);
    }
  }
  return facts;
}

}  // namespace

void theory(std::string_view bytes) {
  const logic::Theory read = logic::parse_theory(bytes);
  const std::string text = to_string(read);
  const logic::Theory again = logic::parse_theory(text);
  // What is printed means the same.
  if (!(read == again) || to_string(again) != text) std::abort();
  const logic::CompiledTheory compiled(read, words());
  compiled.derive(facts_from(bytes));
}

void engines(std::string_view bytes) {
  constexpr std::size_t kLong = 300;  // clingo takes its time
  if (bytes.size() > kLong) return;
  const logic::Theory read = logic::parse_theory(bytes);
  if (read.rules.size() > 6) return;
  Gamma gamma(read, words(), {.horizon = 3});
  if (!gamma.compiled()) return;
  const logic::Facts facts = facts_from(bytes);
  NothingAhead ahead;
  const auto native = gamma.macro_actions(facts, ahead);
  const std::vector<MacroAction> mine(native.begin(), native.end());
  if (mine != gamma.reference().macro_actions({&facts, &ahead})) std::abort();
}

void facts(std::string_view bytes) {
  const logic::Facts read = logic::parse_facts(bytes, words());
  std::string text;
  for (const logic::Atom& atom : read.atoms()) text += to_string(atom) + ".";
  if (!(logic::parse_facts(text, words()) == read)) std::abort();
}

}  // namespace holdfast::fuzz
