#include "holdfast/logic/lexer.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "holdfast/base/character_reader.h"
#include "holdfast/base/utf8.h"

namespace holdfast::logic {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_word(char c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_' || c == '\''; }

// Longer marks first, so that "<=" is not read as "<".
constexpr std::array<std::string_view, 31> kMarks = {
    ":-", ":~", "..", "<=", ">=", "!=", "==", "<", ">", "=", "(",  ")", "{", "}", "[", "]",
    ",",  ";",  ".",  ":",  "@",  "~",  "+",  "-", "*", "/", "\\", "|", "&", "^", "?"};

class Lexer : CharacterReader<Position> {
 public:
  Lexer(std::string_view text, const std::string& file) : CharacterReader(text, file) {}

  Tokens run() {
    for (skip(); !at_end(); skip()) result_.tokens.push_back(next());
    result_.tokens.push_back({Token::Kind::end, "", 0, position_});
    return std::move(result_);
  }

 private:
  // Passes blanks and comments.
  void skip() {
    while (!at_end()) {
      if (is_blank(peek())) {
        take();
      } else if (peek() == '%' && peek(1) == '*') {
        skip_block();
      } else if (peek() == '%') {
        take_comment();
      } else {
        return;
      }
    }
  }

  void skip_block() {
    const Position start = position_;
    take(2);
    while (!(peek() == '*' && peek(1) == '%')) {
      if (at_end()) fail(start, "this block comment never ends; expected \"*%\"");
      take();
    }
    take(2);
  }

  void take_comment() {
    Comment comment;
    comment.position = position_;
    take();
    while (!at_end() && peek() != '\n') comment.text += take();
    check_encoding(comment.text, comment.position);
    while (!comment.text.empty() && is_blank(comment.text.back())) comment.text.pop_back();
    comment.text.erase(0, comment.text.find_first_not_of(" \t\r"));
    // The line break of the comment, blanks, and a second one.
    std::size_t at = at_ + 1;
    while (at < text_.size() && text_[at] != '\n' && is_blank(text_[at])) ++at;
    comment.blank_line_after = at < text_.size() && text_[at] == '\n';
    result_.comments.push_back(std::move(comment));
  }

  std::string take_word() {
    std::string word;
    while (is_word(peek())) word += take();
    return word;
  }

  Token next() {
    const Position start = position_;
    const char c = peek();
    if (is_digit(c)) return number(start);
    if (c == '"' || (c == '\'' && after_bias())) return string(start);
    if (c == '#') return directive(start);
    if (is_lower(c) || is_upper(c) || c == '_') return word(start);
    for (const std::string_view mark : kMarks) {
      if (text_.substr(at_, mark.size()) == mark) {
        return {Token::Kind::mark, take(mark.size()), 0, start};
      }
    }
    fail(start, is_printable(c) ? fmt::format("'{}' is not part of the rule language", c)
                                : fmt::format("byte 0x{:02x} is not part of the rule language",
                                              static_cast<unsigned char>(c)));
  }

  static bool is_printable(char c) { return c > ' ' && c < '\x7f'; }

  Token number(Position start) {
    std::string digits;
    while (is_digit(peek())) digits += take();
    Token token{Token::Kind::integer, digits, 0, start};
    const char* end = digits.data() + digits.size();
    if (std::from_chars(digits.data(), end, token.value).ec != std::errc{}) {
      fail(start, digits.substr(0, 24) + " is too large; integers go up to 2147483647");
    }
    if (is_word(peek())) fail(position_, "expected a mark after the number " + digits);
    return token;
  }

  // The program of a task's #bias may span lines, and be in single quotes.
  bool after_bias() const {
    const std::size_t n = result_.tokens.size();
    return n >= 2 && result_.tokens[n - 2].text == "#bias" && result_.tokens[n - 1].text == "(";
  }

  Token string(Position start) {
    Token token{Token::Kind::string, "", 0, start};
    const bool program = after_bias();
    const char quote = take();
    while (peek() != quote) {
      if (at_end() || (peek() == '\n' && !program)) {
        fail(start, fmt::format("this string never ends; expected '{}'", quote));
      }
      char c = take();
      if (c == '\\') c = unescape(quote);
      token.text += c;
    }
    take();
    check_encoding(token.text, start);
    return token;
  }

  // Texts of theories reach JSON and pages.
  void check_encoding(const std::string& text, Position at) const {
    if (!is_utf8(text)) fail(at, "this text is not UTF-8; expected a file in UTF-8");
  }

  char unescape(char quote) {
    const Position at = position_;
    const char c = at_end() ? '\0' : take();
    if (c == 'n') return '\n';
    if (c == quote || c == '\\') return c;
    fail(at, fmt::format("a string knows the escapes \\n, \\{} and \\\\ only", quote));
  }

  Token directive(Position start) {
    take();
    const std::string name = take_word();
    if (name.empty()) fail(start, "expected the name of a directive after '#'");
    return {Token::Kind::directive, "#" + name, 0, start};
  }

  // Leading underscores do not decide whether a word is a name or a variable.
  Token word(Position start) {
    std::string text = take_word();
    const std::size_t first = text.find_first_not_of('_');
    if (first == std::string::npos && text != "_") fail(start, "\"" + text + "\" is not a name");
    const bool name = first != std::string::npos && is_lower(text[first]);
    if (!name && first != std::string::npos && !is_upper(text[first])) {
      fail(start, "\"" + text + "\" is not a name");
    }
    return {name ? Token::Kind::name : Token::Kind::variable, std::move(text), 0, start};
  }

  Tokens result_;
};

}  // namespace

Tokens tokenize(std::string_view text, const std::string& file) { return Lexer(text, file).run(); }

}  // namespace holdfast::logic
