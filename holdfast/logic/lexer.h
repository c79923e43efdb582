// Cuts text of the rule language (and of ILASP tasks, which are written in it) into tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

struct Token {
  enum class Kind {
    name,       // north, not
    variable,   // R, _
    integer,    // 70
    string,     // "text", text without quotes and escapes
    directive,  // #const, text with the #
    mark,       // one of the marks of the language: ":-", "..", "<="
    end
  };
  Kind kind = Kind::end;
  std::string text;
  int value = 0;
  Position position;
};

// A comment line, its text without `%` and surrounding blanks.
struct Comment {
  std::string text;
  Position position;
  bool blank_line_after = false;
};

struct Tokens {
  std::vector<Token> tokens;  // the last one is `end`
  // Every `%` line; block comments `%* ... *%` are left out.
  std::vector<Comment> comments;
};

// Throws InputError at the place of a character, number or string that no token can be.
Tokens tokenize(std::string_view text, const std::string& file);

}  // namespace holdfast::logic
