// The kits on a domain from outside: the model, and what it says to rules.
#include <gtest/gtest.h>

#include "holdfast/guide/symbols_kit.h"
#include "holdfast/pomdp/conformance.h"
#include "rescue.cc"

namespace holdfast {
namespace {

Rescue make_rescue(const std::string& text, std::uint64_t seed) {
  Rng layout(seed, Purpose::layout);
  return Rescue(Parameters(parse_spec(text), domain_info<Rescue>().parameters), layout);
}

TEST(Rescue, Conforms) {
  check_conformance(make_rescue("rescue(rooms=5)", 1),
                    [](const auto&, Action a, const auto&, double reward) {
                      return a != Rescue::open && reward < 0;
                    });
}

TEST(Rescue, SymbolsConform) {
  const char* rules =
      "init(east) :- delta_x(R,D), D > 0, guess(R,P), P > 40.\n"
      "contd(east) :- delta_x(R,D), D > 0, guess(R,P), P > 20.\n"
      "init(north) :- delta_y(R,D), D > 0, guess(R,P), P > 40.\n"
      "listen(R) :- dist(R,D), D < 1, guess(R,P), P > 20, P < 90.\n"
      "open(R) :- guess(R,P), P > 60.\n";
  check_symbols(make_rescue("rescue(rooms=5)", 2), {logic::parse_theory(rules, "rules")});
}

}  // namespace
}  // namespace holdfast
