#include "holdfast/rddl/lexer.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "holdfast/base/character_reader.h"

namespace holdfast::rddl {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }
// A minus is part of a name: `a-b` is one.
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; }

// Longer marks first, so that "<=>" is not read as "<=".
constexpr std::array<std::string_view, 26> kMarks = {
    "<=>", "=>", "<=", ">=", "==", "~=", "!=", "<", ">", "=", "(", ")", "[",
    "]",   "{",  "}",  ",",  ";",  ":",  "^",  "&", "|", "~", "+", "-", "*"};

class Lexer : CharacterReader<Position> {
 public:
  Lexer(std::string_view text, const std::string& file) : CharacterReader(text, file) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    for (skip(); !at_end(); skip()) tokens.push_back(next());
    tokens.push_back({Token::Kind::end, "", false, 0, position_});
    return tokens;
  }

 private:
  // Passes blanks and comments, which may hold any bytes.
  void skip() {
    while (!at_end()) {
      if (is_blank(peek())) {
        take();
      } else if (peek() == '/' && peek(1) == '/') {
        while (!at_end() && peek() != '\n') take();
      } else if (peek() == '/' && peek(1) == '*') {
        skip_block();
      } else {
        return;
      }
    }
  }

  void skip_block() {
    const Position start = position_;
    take(2);
    while (!(peek() == '*' && peek(1) == '/')) {
      if (at_end()) fail(start, "this comment never ends; expected \"*/\"");
      take();
    }
    take(2);
  }

  Token next() {
    const Position start = position_;
    const char c = peek();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number(start);
    if (is_letter(c)) return name(start);
    if (c == '?' || c == '@') return marked_name(start);
    for (const std::string_view mark : kMarks) {
      if (text_.substr(at_, mark.size()) == mark) {
        return {Token::Kind::mark, take(mark.size()), false, 0, start};
      }
    }
    if (c == '/') return {Token::Kind::mark, take(1), false, 0, start};
    fail(start, c > ' ' && c < '\x7f'
                    ? fmt::format("'{}' is not part of the language", c)
                    : fmt::format("byte 0x{:02x} is not part of the language, outside of comments",
                                  static_cast<unsigned char>(c)));
  }

  // A minus at the end is not part of a name: `a - b`.
  std::string take_word() {
    std::size_t length = 0;
    while (is_word(peek(length))) ++length;
    while (length > 0 && peek(length - 1) == '-') --length;
    return take(length);
  }

  Token name(Position start) {
    Token token{Token::Kind::name, take_word(), false, 0, start};
    if (peek() == '\'') {
      take();
      token.primed = true;
    }
    return token;
  }

  Token marked_name(Position start) {
    const char mark = take();
    if (!is_letter(peek()) && peek() != '_') {
      fail(start, fmt::format("expected a name after '{}'", mark));
    }
    const Token::Kind kind = mark == '?' ? Token::Kind::variable : Token::Kind::object;
    return {kind, take_word(), false, 0, start};
  }

  Token number(Position start) {
    std::size_t length = 0;
    const auto digits = [&] {
      while (is_digit(peek(length))) ++length;
    };
    digits();
    if (peek(length) == '.') ++length;
    digits();
    if (peek(length) == 'e' || peek(length) == 'E') {
      const bool is_signed = peek(length + 1) == '-' || peek(length + 1) == '+';
      if (is_digit(peek(length + 1 + is_signed))) {
        length += 1 + is_signed;
        digits();
      }
    }
    Token token{Token::Kind::number, take(length), false, 0, start};
    const char* end = token.text.data() + token.text.size();
    if (std::from_chars(token.text.data(), end, token.value).ec != std::errc{}) {
      fail(start, token.text.substr(0, 24) + " is not a number that can be stored");
    }
    if (is_letter(peek()) || peek() == '_') {
      fail(start, fmt::format("a name starts with a letter; expected a mark after the number {}",
                              token.text.substr(0, 24)));
    }
    return token;
  }
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, const std::string& file) {
  return Lexer(text, file).run();
}

}  // namespace holdfast::rddl
