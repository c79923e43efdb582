// Tokens taken one after the other, with messages about what was expected instead.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holdfast/rddl/lexer.h"

namespace holdfast::rddl {

class TokenStream {
 public:
  TokenStream(std::string_view text, const std::string& file)
      : file_(file), tokens_(tokenize(text, file)) {}

  const std::string& file() const { return file_; }
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() {
    const Token& token = peek();
    if (token.kind != Token::Kind::end) ++at_;
    return token;
  }

  bool at_mark(std::string_view text) const { return is(peek(), Token::Kind::mark, text); }
  bool at_word(std::string_view text) const { return is(peek(), Token::Kind::name, text); }
  bool accept_mark(std::string_view text) { return at_mark(text) && (take(), true); }
  bool accept_word(std::string_view text) { return at_word(text) && (take(), true); }

  // Each throws InputError if something else comes.
  void expect_mark(std::string_view text);
  void expect_word(std::string_view text);
  Name expect_name(const char* what);
  // A number, which may have a sign.
  double expect_number(const char* what);
  int expect_integer(const char* what, int low, int high);

  [[noreturn]] void expected(const std::string& what) const;
  [[noreturn]] void fail(Position at, const std::string& what) const;
  // "enumerated types are not supported"
  [[noreturn]] void refuse(Position at, const std::string& construct) const;

 private:
  static bool is(const Token& token, Token::Kind kind, std::string_view text) {
    return token.kind == kind && !token.primed && token.text == text;
  }

  std::string file_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace holdfast::rddl
