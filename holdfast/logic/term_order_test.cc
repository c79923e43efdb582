#include "holdfast/logic/term_order.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "holdfast/base/rng.h"
#include "holdfast/logic/clingo.h"
#include "holdfast/logic/print.h"

namespace holdfast::logic {
namespace {

Term random_ground(Rng& rng, int depth) {
  static const std::vector<std::string> names{"a", "b", "ab", "z", "a_", "aB", "_a"};
  static const std::vector<std::string> texts{"", "a", "b", "z z", "A"};
  const std::uint32_t kind = rng.below(depth > 0 ? 5 : 3);
  if (kind == 0) return Term::integer(static_cast<int>(rng.below(7)) - 3);
  if (kind == 1) return Term::symbol(names[rng.below(7)]);
  if (kind == 2) return {Term::Kind::string, 0, texts[rng.below(5)], {}, {}};
  std::vector<Term> arguments;
  // Tuples may be empty.
  for (std::uint32_t n = kind == 3 ? 1 + rng.below(3) : rng.below(4); n > 0; --n) {
    arguments.push_back(random_ground(rng, depth - 1));
  }
  return Term::function(kind == 3 ? names[rng.below(7)] : "", std::move(arguments));
}

TEST(TermOrder, IsClingos) {
  Rng rng(1);
  std::vector<Term> terms;
  std::string program;
  for (int i = 0; i < 150; ++i) {
    terms.push_back(random_ground(rng, 2));
    program += "t(" + std::to_string(i) + "," + to_string(terms.back()) + "). ";
  }
  const Solution solution = solve(program + "less(I,J) :- t(I,X), t(J,Y), X < Y. #show less/2.");
  std::set<std::pair<int, int>> less;
  for (const Atom& atom : solution.answer_sets.at(0).atoms) {
    less.emplace(atom.arguments[0].value, atom.arguments[1].value);
  }
  ASSERT_GT(less.size(), 10'000u);
  for (int i = 0; i < 150; ++i) {
    for (int j = 0; j < 150; ++j) {
      const Term &a = terms[static_cast<std::size_t>(i)], &b = terms[static_cast<std::size_t>(j)];
      EXPECT_EQ(compare(a, b) < 0, less.contains({i, j})) << to_string(a) << " < " << to_string(b);
      EXPECT_EQ(compare(a, b) == 0, a == b) << to_string(a) << " = " << to_string(b);
    }
  }
}

}  // namespace
}  // namespace holdfast::logic
