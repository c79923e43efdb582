#include "holdfast/rddl/token_stream.h"

#include <fmt/format.h>

#include <cmath>

#include "holdfast/base/error.h"

namespace holdfast::rddl {
namespace {

std::string describe(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the file";
  const char* mark = token.kind == Token::Kind::variable ? "?"
                     : token.kind == Token::Kind::object ? "@"
                                                         : "";
  return fmt::format("'{}{}{}'", mark, token.text.substr(0, 40), token.primed ? "'" : "");
}

}  // namespace

void TokenStream::fail(Position at, const std::string& what) const {
  throw InputError(Place{file_, at.line, at.column}, what);
}

void TokenStream::refuse(Position at, const std::string& construct) const {
  fail(at, construct + " not supported (docs/rddl.md says what is)");
}

void TokenStream::expected(const std::string& what) const {
  fail(peek().at, fmt::format("expected {}, found {}", what, describe(peek())));
}

void TokenStream::expect_mark(std::string_view text) {
  if (!accept_mark(text)) expected(fmt::format("'{}'", text));
}

void TokenStream::expect_word(std::string_view text) {
  if (!accept_word(text)) expected(fmt::format("'{}'", text));
}

Name TokenStream::expect_name(const char* what) {
  if (peek().kind != Token::Kind::name || peek().primed) expected(what);
  const Token& token = take();
  return {token.text, token.at};
}

double TokenStream::expect_number(const char* what) {
  const bool negative = accept_mark("-");
  if (peek().kind != Token::Kind::number) expected(what);
  const double value = take().value;
  return negative ? -value : value;
}

int TokenStream::expect_integer(const char* what, int low, int high) {
  const Position at = peek().at;
  const double value = expect_number(what);
  if (!(value >= low && value <= high) || value != std::floor(value)) {
    fail(at, fmt::format("expected {} from {} to {}, found {}", what, low, high, value));
  }
  return static_cast<int>(value);
}

}  // namespace holdfast::rddl
