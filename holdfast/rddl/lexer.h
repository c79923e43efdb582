// Cuts RDDL text into tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holdfast/rddl/syntax.h"

namespace holdfast::rddl {

struct Token {
  enum class Kind {
    name,      // robot-at, sum_, if; may be primed
    variable,  // ?x, text without the mark
    object,    // @x, text without the mark
    number,    // 0.45, .5, 1e-3
    mark,      // "<=>", "^", "("
    end
  };
  Kind kind = Kind::end;
  std::string text;
  bool primed = false;  // robot-at'
  double value = 0;
  Position at;
};

// The last token is `end`. Throws InputError at the place of what no token can be.
std::vector<Token> tokenize(std::string_view text, const std::string& file);

}  // namespace holdfast::rddl
