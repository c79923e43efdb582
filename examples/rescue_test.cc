// The kits on a domain from outside: the model, and what it says to rules.
#include <gtest/gtest.h>

#include "holdfast/guide/symbols_kit.h"
#include "holdfast/pomdp/conformance.h"
#include "rescue.cc"

namespace holdfast {
namespace {

Rescue make_rescue(const std::string& text) {
  return Rescue(Parameters(parse_spec(text), domain_info<Rescue>().parameters));
}

TEST(Rescue, Conforms) {
  check_conformance(make_rescue("rescue(doors=5)"),
                    [](const auto&, Action a, const auto&, double reward) {
                      return a != Rescue::open && reward < 0;
                    });
}

TEST(Rescue, SymbolsConform) {
  const char* rules =
      "init(east) :- delta(D,X), X > 0, guess(D,P), P > 40.\n"
      "contd(east) :- delta(D,X), X > 0, guess(D,P), P > 20.\n"
      "init(west) :- delta(D,X), X < 0, guess(D,P), P > 40.\n"
      "listen(D) :- dist(D,V), V < 1, guess(D,P), P > 20, P < 80.\n"
      "open(D) :- guess(D,P), P > 80.\n";
  check_symbols(make_rescue("rescue(doors=5)"), {logic::parse_theory(rules, "rules")});
}

}  // namespace
}  // namespace holdfast
