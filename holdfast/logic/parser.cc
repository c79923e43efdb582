#include "holdfast/logic/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "holdfast/base/error.h"

namespace holdfast::logic {
namespace {

// Far above what people write, far below what would exhaust the stack.
constexpr int kMaxDepth = 200;
constexpr int kMaxOperations = 1000;
// clingo takes time by the cube of a body's length.
constexpr std::size_t kMaxLiterals = 200;

class Nesting {
 public:
  explicit Nesting(int& depth) : depth_(depth) { ++depth_; }
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  int& depth_;
};

std::string describe(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the text";
  if (token.kind == Token::Kind::string) return "a string";
  return "\"" + token.text + "\"";
}

bool is_word(const Token& token) {
  return token.kind == Token::Kind::mark || token.kind == Token::Kind::name ||
         token.kind == Token::Kind::directive;
}

}  // namespace

Parser::Parser(std::string_view text, std::string file)
    : file_(std::move(file)), tokens_(tokenize(text, file_)) {}

const Token& Parser::peek(std::size_t ahead) const {
  return tokens_.tokens[std::min(at_ + ahead, tokens_.tokens.size() - 1)];
}

Token Parser::take() {
  const Token& token = peek();
  last_ = token.position;
  if (at_ + 1 < tokens_.tokens.size()) ++at_;
  return token;
}

bool Parser::next_is(std::string_view text) const { return is_word(peek()) && peek().text == text; }

bool Parser::accept(std::string_view text) {
  if (!next_is(text)) return false;
  take();
  return true;
}

void Parser::expect(std::string_view text) {
  if (!accept(text)) fail_expected("\"" + std::string(text) + "\"");
}

void Parser::fail_expected(const std::string& expected) const {
  fail(peek().position, "expected " + expected + ", found " + describe(peek()));
}

void Parser::fail(Position at, const std::string& what) const {
  throw InputError(Place{file_, at.line, at.column}, what);
}

int Parser::integer() {
  const bool minus = accept("-");
  if (peek().kind != Token::Kind::integer) fail_expected("an integer");
  const int value = take().value;
  return minus ? -value : value;
}

std::string Parser::name() {
  if (peek().kind != Token::Kind::name || next_is("not")) fail_expected("a name");
  return take().text;
}

Term Parser::term() {
  if (depth_ == 0) operations_ = 0;
  Term left = sum();
  if (!next_is("..")) return left;
  const Position at = take().position;
  Term range = Term::operation("..", {std::move(left), sum()});
  range.position = at;
  return range;
}

// A chain of operators nests as deeply as it is long, so its length is bounded too.
Token Parser::take_operator() {
  if (++operations_ > kMaxOperations) fail(peek().position, "this term has over 1000 operators");
  return take();
}

Term Parser::sum() {
  Term left = product();
  while (next_is("+") || next_is("-")) {
    const Token op = take_operator();
    left = Term::operation(op.text, {std::move(left), product()});
    left.position = op.position;
  }
  return left;
}

Term Parser::product() {
  Term left = unary();
  while (next_is("*") || next_is("/") || next_is("\\")) {
    const Token op = take_operator();
    left = Term::operation(op.text, {std::move(left), unary()});
    left.position = op.position;
  }
  return left;
}

Term Parser::unary() {
  const Nesting nesting(depth_);
  if (depth_ > kMaxDepth) fail(peek().position, "terms nest too deeply (over 200 levels)");
  if (!next_is("-")) return primary();
  const Position at = take().position;
  const bool literal = peek().kind == Token::Kind::integer;
  Term term = literal ? Term::integer(-take().value) : Term::operation("-", {unary()});
  term.position = at;
  return term;
}

Term Parser::primary() {
  const Token& token = peek();
  const Position at = token.position;
  Term term;
  if (token.kind == Token::Kind::integer) {
    term = Term::integer(take().value);
  } else if (token.kind == Token::Kind::variable) {
    term = Term::variable(take().text);
  } else if (token.kind == Token::Kind::string) {
    term = {Term::Kind::string, 0, take().text, {}, {}};
  } else if (token.kind == Token::Kind::name && token.text != "not") {
    std::string word = take().text;
    term =
        next_is("(") ? Term::function(std::move(word), arguments()) : Term::symbol(std::move(word));
  } else if (next_is("(")) {
    term = parenthesis();
  } else if (next_is("|")) {
    term = absolute();
  } else {
    fail_expected("a term");
  }
  term.position = at;
  return term;
}

// (term) is the term itself; (), (term,) and (term,term) are tuples.
Term Parser::parenthesis() {
  expect("(");
  std::vector<Term> items;
  bool comma = false;
  while (!next_is(")")) {
    items.push_back(term());
    comma = accept(",");
    if (!comma) break;
  }
  expect(")");
  if (items.size() == 1 && !comma) return std::move(items.front());
  return Term::function("", std::move(items));
}

Term Parser::absolute() {
  expect("|");
  Term inner = term();
  expect("|");
  return Term::operation("|", {std::move(inner)});
}

std::vector<Term> Parser::arguments() {
  std::vector<Term> result;
  expect("(");
  do {
    result.push_back(term());
  } while (accept(","));
  if (next_is(";")) fail(peek().position, "pools (a;b) are not supported; write one rule for each");
  expect(")");
  return result;
}

Atom Parser::to_atom(const Term& term) const {
  const bool named =
      term.kind == Term::Kind::symbol || (term.kind == Term::Kind::function && !term.name.empty());
  if (term.kind == Term::Kind::operation && term.name == "-" && term.arguments.size() == 1) {
    fail(term.position, "classical negation (-p) is not supported; use another predicate for it");
  }
  if (!named) fail(term.position, "expected an atom such as dist(R,D)");
  return {term.name, term.arguments, term.position};
}

Atom Parser::atom() {
  if (peek().kind != Token::Kind::name && !next_is("-")) {
    fail_expected("an atom such as dist(R,D)");
  }
  return to_atom(unary());
}

std::optional<Comparator> Parser::next_comparator() const {
  static constexpr std::array<std::pair<std::string_view, Comparator>, 7> kComparators = {
      {{"<", Comparator::less},
       {"<=", Comparator::less_equal},
       {">", Comparator::greater},
       {">=", Comparator::greater_equal},
       {"=", Comparator::equal},
       {"==", Comparator::equal},
       {"!=", Comparator::not_equal}}};
  for (const auto& [text, comparator] : kComparators) {
    if (next_is(text)) return comparator;
  }
  return std::nullopt;
}

Literal Parser::literal() {
  Literal result;
  result.negated = accept("not");
  if (next_is("not")) fail(peek().position, "\"not not\" is not supported");
  if (next_is_aggregate()) {
    result.content = aggregate(std::nullopt);
    return result;
  }
  Term left = term();
  const std::optional<Comparator> comparator = next_comparator();
  if (!comparator) {
    if (next_is_aggregate()) fail_expected("a comparator such as \"=\" before an aggregate");
    result.content = to_atom(left);
    return result;
  }
  take();
  if (next_is_aggregate()) {
    result.content = aggregate(Guard{*comparator, std::move(left)});
    return result;
  }
  result.content = Comparison{std::move(left), *comparator, term()};
  if (next_comparator()) {
    fail(peek().position, "comparisons cannot be chained; write \"70 <= V, V <= 80\"");
  }
  return result;
}

Aggregate Parser::aggregate(std::optional<Guard> left) {
  static constexpr std::array<std::pair<std::string_view, Aggregate::Function>, 3> kFunctions = {
      {{"#count", Aggregate::Function::count},
       {"#min", Aggregate::Function::min},
       {"#max", Aggregate::Function::max}}};
  const auto function = std::find_if(kFunctions.begin(), kFunctions.end(),
                                     [&](const auto& each) { return next_is(each.first); });
  if (function == kFunctions.end()) {
    fail(peek().position,
         peek().text + " is not supported in rules; expected #count, #min or #max");
  }
  if (in_condition_) fail(peek().position, "aggregates cannot stand inside braces");
  Aggregate result{function->second, {}, std::move(left), {}, take().position};
  expect("{");
  while (!next_is("}")) {
    result.elements.push_back(aggregate_element());
    if (!accept(";")) break;
  }
  expect("}");
  if (next_comparator() || !result.left) result.right = guard();
  return result;
}

AggregateElement Parser::aggregate_element() {
  AggregateElement result;
  do {
    result.tuple.push_back(term());
  } while (accept(","));
  if (accept(":")) result.condition = condition();
  return result;
}

Guard Parser::guard() {
  const std::optional<Comparator> comparator = next_comparator();
  if (!comparator) fail_expected("a comparator such as \"=\" after an aggregate");
  take();
  return {*comparator, term()};
}

std::vector<Literal> Parser::body() {
  std::vector<Literal> result;
  do {
    result.push_back(literal());
    if (result.size() > kMaxLiterals) fail(peek().position, "this body has over 200 literals");
    if (next_is(":")) fail(peek().position, "conditional literals are not supported in bodies");
  } while (accept(",") || accept(";"));
  return result;
}

// Literals between ",": inside braces ";" ends an element.
std::vector<Literal> Parser::condition() {
  std::vector<Literal> result;
  in_condition_ = true;
  do {
    result.push_back(literal());
  } while (accept(","));
  in_condition_ = false;
  return result;
}

Choice Parser::choice(std::optional<Term> lower) {
  Choice result;
  result.lower = std::move(lower);
  expect("{");
  while (!next_is("}")) {
    ChoiceElement element{atom(), {}};
    if (accept(":")) element.condition = condition();
    result.elements.push_back(std::move(element));
    if (!accept(";")) break;
  }
  expect("}");
  if (!next_is(":-") && !next_is(".")) result.upper = term();
  return result;
}

Weight Parser::weight() {
  Weight result;
  expect("[");
  result.weight = term();
  result.level = accept("@") ? term() : Term::integer(0);
  while (accept(",")) result.tuple.push_back(term());
  expect("]");
  return result;
}

Rule Parser::rule() {
  Rule result;
  result.position = peek().position;
  if (accept(":~")) {
    if (!next_is(".")) result.body = body();
    expect(".");
    result.head = weight();
    return result;
  }
  if (next_is("{")) {
    result.head = choice(std::nullopt);
  } else if (!next_is(":-")) {
    if (at_end() || next_is("not")) fail_expected("a rule");
    Term first = term();
    if (next_is("{")) {
      result.head = choice(std::move(first));
    } else {
      result.head = to_atom(first);
    }
    if (next_is(";") || next_is("|")) fail(peek().position, "disjunctive heads are not supported");
  }
  if (accept(":-") && !next_is(".")) result.body = body();
  expect(".");
  return result;
}

Term parse_term(std::string_view text, const std::string& file) {
  Parser parser(text, file);
  Term result = parser.term();
  if (!parser.at_end()) parser.fail_expected("nothing more");
  return result;
}

Atom parse_atom(std::string_view text, const std::string& file) {
  Parser parser(text, file);
  Atom result = parser.atom();
  if (!parser.at_end()) parser.fail_expected("nothing more");
  return result;
}

Rule parse_rule(std::string_view text, const std::string& file) {
  Parser parser(text, file);
  Rule result = parser.rule();
  if (!parser.at_end()) parser.fail_expected("nothing more");
  return result;
}

}  // namespace holdfast::logic
