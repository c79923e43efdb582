// Random values of the rule language for property tests.
#pragma once

#include <rapidcheck.h>

#include <string>
#include <vector>

#include "holdfast/logic/theory.h"

namespace holdfast::logic {

inline rc::Gen<Term> random_term(int depth) {
  const auto leaf = rc::gen::oneOf(
      rc::gen::map(rc::gen::inRange(-2000, 2000), &Term::integer),
      rc::gen::map(rc::gen::element<std::string>("north", "a1", "_x"), &Term::symbol),
      rc::gen::map(rc::gen::element<std::string>("R", "D1", "_", "_V"), &Term::variable),
      rc::gen::map(rc::gen::string<std::string>(), [](std::string text) {
        std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
        if (text.size() % 2 == 1) text += "Γ";  // strings are UTF-8
        return Term{Term::Kind::string, 0, text, {}, {}};
      }));
  if (depth == 0) return leaf;
  const auto inner = rc::gen::lazy([depth] { return random_term(depth - 1); });
  const auto several = [inner](int n) {
    return rc::gen::container<std::vector<Term>>(static_cast<std::size_t>(n), inner);
  };
  return rc::gen::oneOf(
      leaf, rc::gen::apply(&Term::function, rc::gen::element<std::string>("f", "rock"), several(2)),
      rc::gen::apply(&Term::function, rc::gen::just(std::string()),
                     rc::gen::mapcat(rc::gen::element(0, 1, 3), several)),
      rc::gen::apply(&Term::operation,
                     rc::gen::element<std::string>("+", "-", "*", "/", "\\", ".."), several(2)),
      rc::gen::apply(&Term::operation, rc::gen::element<std::string>("-", "|"), several(1)));
}

inline rc::Gen<Atom> random_atom() {
  return rc::gen::mapcat(rc::gen::inRange<std::size_t>(0, 4), [](std::size_t arity) {
    return rc::gen::apply(
        [](std::string predicate, std::vector<Term> arguments) {
          return Atom{std::move(predicate), std::move(arguments), {}};
        },
        rc::gen::element<std::string>("dist", "init", "p_1"),
        rc::gen::container<std::vector<Term>>(arity, random_term(2)));
  });
}

// An atom or a comparison.
inline rc::Gen<Literal> random_plain_literal() {
  const auto comparison = rc::gen::apply(
      [](bool negated, Term left, int op, Term right) {
        return Literal{negated,
                       Comparison{std::move(left), static_cast<Comparator>(op), std::move(right)}};
      },
      rc::gen::arbitrary<bool>(), random_term(1), rc::gen::inRange(0, 6), random_term(1));
  const auto atom = rc::gen::apply(
      [](bool negated, Atom a) {
        return Literal{negated, std::move(a)};
      },
      rc::gen::arbitrary<bool>(), random_atom());
  return rc::gen::oneOf(comparison, atom);
}

inline rc::Gen<std::vector<Literal>> random_literals(const rc::Gen<Literal>& literal) {
  return rc::gen::mapcat(rc::gen::inRange<std::size_t>(0, 4), [literal](std::size_t n) {
    return rc::gen::container<std::vector<Literal>>(n, literal);
  });
}

inline rc::Gen<Literal> random_aggregate() {
  const auto element = rc::gen::apply(
      [](std::vector<Term> tuple, std::vector<Literal> condition) {
        return AggregateElement{std::move(tuple), std::move(condition)};
      },
      rc::gen::mapcat(
          rc::gen::element<std::size_t>(1, 2),
          [](std::size_t n) { return rc::gen::container<std::vector<Term>>(n, random_term(1)); }),
      random_literals(random_plain_literal()));
  const auto guard = rc::gen::apply(
      [](int op, Term term) {
        return Guard{static_cast<Comparator>(op), std::move(term)};
      },
      rc::gen::inRange(0, 6), random_term(1));
  return rc::gen::apply(
      [](bool negated, int function, std::vector<AggregateElement> elements, int sides, Guard left,
         Guard right) {
        Aggregate a{static_cast<Aggregate::Function>(function), std::move(elements), {}, {}, {}};
        if (sides != 0) a.left = std::move(left);
        if (sides != 1) a.right = std::move(right);
        return Literal{negated, std::move(a)};
      },
      rc::gen::arbitrary<bool>(), rc::gen::inRange(0, 3),
      rc::gen::mapcat(rc::gen::element<std::size_t>(0, 1, 2),
                      [element](std::size_t n) {
                        return rc::gen::container<std::vector<AggregateElement>>(n, element);
                      }),
      rc::gen::inRange(0, 3), guard, guard);
}

inline rc::Gen<Literal> random_literal() {
  return rc::gen::oneOf(random_plain_literal(), random_plain_literal(), random_aggregate());
}

inline rc::Gen<std::vector<Literal>> random_body() { return random_literals(random_literal()); }

inline rc::Gen<Choice> random_choice() {
  const auto element = rc::gen::apply(
      [](Atom atom, std::vector<Literal> condition) {
        return ChoiceElement{std::move(atom), std::move(condition)};
      },
      random_atom(), random_literals(random_plain_literal()));
  return rc::gen::apply(
      [](bool lower, bool upper, std::vector<ChoiceElement> elements, Term bound) {
        Choice choice{{}, std::move(elements), {}};
        if (lower) choice.lower = bound;
        if (upper) choice.upper = bound;
        return choice;
      },
      rc::gen::arbitrary<bool>(), rc::gen::arbitrary<bool>(),
      rc::gen::container<std::vector<ChoiceElement>>(2, element), random_term(1));
}

inline rc::Gen<std::vector<std::string>> random_comments() {
  return rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("why this rule", "", "% two signs", "a. b(X) :- c.", "*"));
}

inline rc::Gen<Rule> random_rule() {
  using Head = decltype(Rule::head);
  const auto head =
      rc::gen::oneOf(rc::gen::map(random_atom(), [](Atom a) { return Head(std::move(a)); }),
                     rc::gen::map(random_choice(), [](Choice c) { return Head(std::move(c)); }),
                     rc::gen::map(random_term(1),
                                  [](Term t) {
                                    return Head(Weight{t, t, {t, t}});
                                  }),
                     rc::gen::just(Head(NoHead{})));
  return rc::gen::apply(
      [](Head h, std::vector<Literal> body, std::vector<std::string> comments) {
        return Rule{std::move(h), std::move(body), std::move(comments), {}};
      },
      head, random_body(), random_comments());
}

inline rc::Gen<Theory> random_theory() {
  return rc::gen::apply(
      [](std::vector<std::string> header, int north, int check, std::vector<Rule> rules,
         std::vector<std::string> footer, bool constant) {
        Theory theory;
        theory.header = std::move(header);
        if (north > 0) theory.coverage.emplace_back("north", north / 1000.0);
        if (check > 0) theory.coverage.emplace_back("check", 1.0 / check);
        if (constant) theory.constants.push_back({"horizon", Term::integer(12)});
        theory.rules = std::move(rules);
        theory.footer = std::move(footer);
        return theory;
      },
      random_comments(), rc::gen::inRange(0, 1001), rc::gen::inRange(0, 1000),
      rc::gen::container<std::vector<Rule>>(random_rule()), random_comments(),
      rc::gen::arbitrary<bool>());
}

}  // namespace holdfast::logic
