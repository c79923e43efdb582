#include "holdfast/rddl/expression_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace holdfast::rddl {
namespace {

using Kind = Expression::Kind;
using Mark = std::pair<std::string_view, Kind>;

// What the language has beyond what is read here, by the word that starts it.
constexpr std::array<std::string_view, 30> kRefused = {"switch",
                                                       "Discrete",
                                                       "UnnormDiscrete",
                                                       "Normal",
                                                       "Poisson",
                                                       "Exponential",
                                                       "Uniform",
                                                       "Weibull",
                                                       "Gamma",
                                                       "Binomial",
                                                       "NegativeBinomial",
                                                       "Beta",
                                                       "Geometric",
                                                       "Pareto",
                                                       "Student",
                                                       "Gumbel",
                                                       "Laplace",
                                                       "Cauchy",
                                                       "Gompertz",
                                                       "ChiSquare",
                                                       "Kumaraswamy",
                                                       "Multinomial",
                                                       "Dirichlet",
                                                       "MultivariateNormal",
                                                       "DiracDelta",
                                                       "avg_",
                                                       "min_",
                                                       "max_",
                                                       "argmin_",
                                                       "argmax_"};

constexpr std::array<Mark, 4> kQuantifiers = {{{"exists_", Kind::exists},
                                               {"forall_", Kind::forall},
                                               {"sum_", Kind::sum_over},
                                               {"prod_", Kind::prod_over}}};

constexpr std::array<Mark, 7> kComparisons = {{{"==", Kind::equal},
                                               {"~=", Kind::unequal},
                                               {"!=", Kind::unequal},
                                               {"<=", Kind::at_most},
                                               {">=", Kind::at_least},
                                               {"<", Kind::less},
                                               {">", Kind::more}}};

class ExpressionParser {
 public:
  explicit ExpressionParser(TokenStream& tokens) : tokens_(tokens) {}

  Expression whole() {
    return nested([&] { return same(); });
  }

 private:
  // One level deeper for as long as `read` takes.
  template <class F>
  Expression nested(F&& read) {
    if (++depth_ > kMostNested) {
      tokens_.fail(tokens_.peek().at,
                   fmt::format("formulas nest at most {} deep; this one goes deeper", kMostNested));
    }
    Expression e = read();
    --depth_;
    return e;
  }

  Expression node(Kind kind, Position at) const { return {.kind = kind, .at = at}; }
  Expression unary(Kind kind, Position at, Expression operand) const {
    Expression e = node(kind, at);
    e.operands.push_back(std::move(operand));
    return e;
  }
  Expression binary(Kind kind, Position at, Expression left, Expression right) const {
    Expression e = unary(kind, at, std::move(left));
    e.operands.push_back(std::move(right));
    return e;
  }

  // left <=> right <=> ..., each a level, so that long chains are refused, too.
  Expression same() {
    Expression left = implication();
    for (int chain = 0; tokens_.at_mark("<=>"); ++chain) {
      check_chain(chain);
      const Position at = tokens_.take().at;
      left = binary(Kind::same, at, std::move(left), implication());
    }
    return left;
  }

  // To the right: a => (b => c).
  Expression implication() {
    Expression left = any();
    if (!tokens_.at_mark("=>")) return left;
    const Position at = tokens_.take().at;
    return binary(Kind::implies, at, std::move(left), nested([&] { return implication(); }));
  }

  void check_chain(int length) const {
    if (depth_ + length < kMostNested) return;
    tokens_.fail(tokens_.peek().at,
                 fmt::format("at most {} operators in a row; use parentheses", kMostNested));
  }

  // Operands of one operator, flat: a chain of a thousand is one level.
  template <class F>
  Expression chain(Kind kind, std::initializer_list<std::string_view> marks, F&& operand) {
    Expression first = operand();
    const auto at_one = [&] {
      return std::any_of(marks.begin(), marks.end(),
                         [&](std::string_view m) { return tokens_.at_mark(m); });
    };
    if (!at_one()) return first;
    Expression e = unary(kind, tokens_.peek().at, std::move(first));
    while (at_one()) {
      tokens_.take();
      e.operands.push_back(operand());
    }
    return e;
  }

  Expression any() {
    return chain(Kind::any, {"|"}, [&] { return all(); });
  }
  Expression all() {
    return chain(Kind::all, {"^", "&"}, [&] { return comparison(); });
  }

  Expression comparison() {
    Expression left = sum();
    for (const auto& [mark, kind] : kComparisons) {
      if (!tokens_.at_mark(mark)) continue;
      const Position at = tokens_.take().at;
      Expression e = binary(kind, at, std::move(left), sum());
      for (const auto& [second, unused] : kComparisons) {
        if (tokens_.at_mark(second)) tokens_.expected("one comparison, or parentheses around it");
      }
      return e;
    }
    return left;
  }

  // A difference is the sum with the negative.
  Expression sum() {
    Expression first = product();
    if (!tokens_.at_mark("+") && !tokens_.at_mark("-")) return first;
    Expression e = unary(Kind::sum, tokens_.peek().at, std::move(first));
    while (tokens_.at_mark("+") || tokens_.at_mark("-")) {
      const Token mark = tokens_.take();
      Expression operand = product();
      e.operands.push_back(mark.text == "+" ? std::move(operand)
                                            : unary(Kind::minus, mark.at, std::move(operand)));
    }
    return e;
  }

  // From left to right: a * b / c * d is ((a * b) / c) * d.
  Expression product() {
    Expression left = prefix();
    for (int length = 0; tokens_.at_mark("*") || tokens_.at_mark("/"); ++length) {
      check_chain(length);
      const Token mark = tokens_.take();
      const Kind kind = mark.text == "*" ? Kind::product : Kind::quotient;
      left = binary(kind, mark.at, std::move(left), prefix());
    }
    return left;
  }

  Expression prefix() {
    const Position at = tokens_.peek().at;
    if (tokens_.accept_mark("-")) {
      return unary(Kind::minus, at, nested([&] { return prefix(); }));
    }
    if (tokens_.accept_mark("~")) {
      return unary(Kind::negation, at, nested([&] { return prefix(); }));
    }
    return primary();
  }

  Expression primary() {
    const Token token = tokens_.peek();
    if (tokens_.at_mark("(") || tokens_.at_mark("[")) return parenthesised();
    switch (token.kind) {
      case Token::Kind::number:
        tokens_.take();
        return {.kind = Kind::number, .at = token.at, .value = token.value};
      case Token::Kind::variable:
      case Token::Kind::object:
        return argument();
      case Token::Kind::name:
        return word();
      default:
        tokens_.expected("a formula");
    }
  }

  Expression parenthesised() {
    const char* end = tokens_.take().text == "(" ? ")" : "]";
    Expression e = whole();
    tokens_.expect_mark(end);
    return e;
  }

  Expression word() {
    const Token token = tokens_.peek();
    if (tokens_.at_word("if")) return choice();
    if (tokens_.at_word("true") || tokens_.at_word("false")) {
      tokens_.take();
      return {.kind = Kind::boolean, .at = token.at, .value = token.text == "true" ? 1.0 : 0.0};
    }
    if (tokens_.at_word("KronDelta")) return distribution(Kind::kron_delta);
    if (tokens_.at_word("Bernoulli")) return distribution(Kind::bernoulli);
    for (const auto& [name, kind] : kQuantifiers) {
      if (tokens_.at_word(name)) return quantifier(kind);
    }
    if (std::find(kRefused.begin(), kRefused.end(), token.text) != kRefused.end()) {
      tokens_.refuse(token.at, fmt::format("'{}' is", token.text));
    }
    return fluent_or_function();
  }

  Expression choice() {
    Expression e = node(Kind::choice, tokens_.take().at);
    e.operands.push_back(whole());
    tokens_.expect_word("then");
    e.operands.push_back(whole());
    tokens_.expect_word("else");
    e.operands.push_back(whole());
    return e;
  }

  Expression distribution(Kind kind) {
    const Position at = tokens_.take().at;
    if (!tokens_.at_mark("(") && !tokens_.at_mark("[")) tokens_.expected("'('");
    return unary(kind, at, parenthesised());
  }

  Expression quantifier(Kind kind) {
    Expression e = node(kind, tokens_.take().at);
    tokens_.expect_mark("{");
    do {
      if (tokens_.peek().kind != Token::Kind::variable) tokens_.expected("a variable such as ?x");
      const Token variable = tokens_.take();
      tokens_.expect_mark(":");
      e.bindings.push_back({{variable.text, variable.at}, tokens_.expect_name("a type")});
    } while (tokens_.accept_mark(","));
    tokens_.expect_mark("}");
    e.operands.push_back(whole());
    return e;
  }

  // `alive(?x, y2)` or `exp[x]`.
  Expression fluent_or_function() {
    const Token token = tokens_.take();
    Expression e = node(Kind::fluent, token.at);
    e.name = token.text;
    e.primed = token.primed;
    if (tokens_.at_mark("[") && !token.primed) return function(std::move(e));
    if (!tokens_.accept_mark("(") || tokens_.accept_mark(")")) return e;
    do {
      e.operands.push_back(argument());
    } while (tokens_.accept_mark(","));
    tokens_.expect_mark(")");
    return e;
  }

  Expression function(Expression e) {
    e.kind = Kind::function;
    tokens_.take();
    do {
      e.operands.push_back(whole());
    } while (tokens_.accept_mark(","));
    tokens_.expect_mark("]");
    return e;
  }

  Expression argument() {
    const Token token = tokens_.peek();
    Expression e = node(Kind::object, token.at);
    e.name = token.text;
    if (token.kind == Token::Kind::variable) e.kind = Kind::variable;
    const bool is_name = token.kind == Token::Kind::name && !token.primed;
    if (!is_name && token.kind != Token::Kind::variable && token.kind != Token::Kind::object) {
      tokens_.expected("a variable or an object");
    }
    tokens_.take();
    if (is_name && tokens_.at_mark("(")) tokens_.refuse(token.at, "fluents as arguments are");
    return e;
  }

  TokenStream& tokens_;
  int depth_ = 0;
};

}  // namespace

Expression parse_expression(TokenStream& tokens) { return ExpressionParser(tokens).whole(); }

}  // namespace holdfast::rddl
