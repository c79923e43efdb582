#include "holdfast/tables/pomdp_lexer.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace holdfast::tables {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }
bool ends_word(char c) { return is_blank(c) || c == ':' || c == '#' || c == '*'; }

bool begins_number(const std::string& text) {
  const std::size_t sign = text.front() == '+' || text.front() == '-' ? 1 : 0;
  const std::size_t point = text.size() > sign && text[sign] == '.' ? 1 : 0;
  const std::size_t at = sign + point;
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

}  // namespace

void PomdpLexer::skip() {
  while (!at_end() && (is_blank(peek()) || peek() == '#')) {
    if (peek() == '#') {
      while (!at_end() && peek() != '\n') take();
    } else {
      take();
    }
  }
}

void PomdpLexer::read_number(PomdpToken& token) const {
  if (!begins_number(token.text)) return;
  const char* start = token.text.data() + (token.text.front() == '+' ? 1 : 0);
  const char* end = token.text.data() + token.text.size();
  const auto [rest, code] = std::from_chars(start, end, token.value);
  if (code == std::errc::result_out_of_range) {
    fail(token.at, token.text.substr(0, 24) + " is not a number that can be stored");
  }
  if (code == std::errc{} && rest == end) token.kind = PomdpToken::Kind::number;
}

void PomdpLexer::advance() {
  skip();
  now_ = {PomdpToken::Kind::end, "", 0, position_};
  if (at_end()) return;
  if (peek() == ':' || peek() == '*') {
    now_.kind = peek() == ':' ? PomdpToken::Kind::colon : PomdpToken::Kind::star;
    now_.text = take(1);
    return;
  }
  std::size_t length = 0;
  while (at_ + length < text_.size() && !ends_word(peek(length))) {
    const auto c = static_cast<unsigned char>(peek(length));
    if (c < ' ' || c > '~') {
      fail(now_.at, fmt::format("byte 0x{:02x} is not part of the language, outside of comments",
                                static_cast<unsigned>(c)));
    }
    ++length;
  }
  now_.kind = PomdpToken::Kind::word;
  now_.text = take(length);
  read_number(now_);
}

void PomdpLexer::expected(const std::string& what) const {
  constexpr std::size_t kLong = 40;
  fail(now_.at,
       fmt::format("expected {}, found {}", what,
                   now_.kind == PomdpToken::Kind::end ? "the end of the file"
                                                      : "'" + now_.text.substr(0, kLong) + "'"));
}

}  // namespace holdfast::tables
