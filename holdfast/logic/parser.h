// Reads text of the rule language. `Parser` offers one function per noun, so that readers of
// languages built on it (theory files, ILASP tasks, fact files) are written with the same words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/logic/lexer.h"
#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

class Parser {
 public:
  // `file` is the name for messages. Throws InputError as tokenize() does; so does every function
  // below at a token that does not fit, naming it and what was expected.
  Parser(std::string_view text, std::string file);

  Term term();
  Atom atom();
  Literal literal();
  // Literals between "," or ";", at least one.
  std::vector<Literal> body();
  // A statement up to its end; any of the four kinds of rule.
  Rule rule();
  // An integer, perhaps with a minus sign.
  int integer();
  // A name such as `north`.
  std::string name();

  bool at_end() const { return peek().kind == Token::Kind::end; }
  const Token& peek(std::size_t ahead = 0) const;
  Token take();
  // Whether the next token is this mark, name or directive; accept() also takes it then.
  bool next_is(std::string_view text) const;
  bool accept(std::string_view text);
  void expect(std::string_view text);
  // At the next token: "expected X, found Y".
  [[noreturn]] void fail_expected(const std::string& expected) const;
  [[noreturn]] void fail(Position at, const std::string& what) const;

  const std::string& file() const { return file_; }
  // Where the last token taken stood.
  Position last() const { return last_; }
  const std::vector<Comment>& comments() const { return tokens_.comments; }

 private:
  Token take_operator();
  Term sum();
  Term product();
  Term unary();
  Term primary();
  Term parenthesis();
  Term absolute();
  std::vector<Term> arguments();
  Atom to_atom(const Term& term) const;
  Aggregate aggregate(std::optional<Guard> left);
  AggregateElement aggregate_element();
  Guard guard();
  std::vector<Literal> condition();
  Choice choice(std::optional<Term> lower);
  Weight weight();
  std::optional<Comparator> next_comparator() const;
  bool next_is_aggregate() const { return peek().kind == Token::Kind::directive; }

  std::string file_;
  Tokens tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int operations_ = 0;
  bool in_condition_ = false;  // of an element in braces
  Position last_;
};

// The whole text as one noun; throws InputError if anything follows it.
Term parse_term(std::string_view text, const std::string& file = "term");
Atom parse_atom(std::string_view text, const std::string& file = "atom");
Rule parse_rule(std::string_view text, const std::string& file = "rule");

}  // namespace holdfast::logic
