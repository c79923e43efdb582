// Cuts a .pomdp file into tokens, one at a time: such files may be large.
#pragma once

#include <string>
#include <string_view>

#include "holdfast/base/character_reader.h"
#include "holdfast/tables/rows_in_progress.h"

namespace holdfast::tables {

struct PomdpToken {
  enum class Kind { word, number, colon, star, end };
  Kind kind = Kind::end;
  std::string text;
  double value = 0;
  Position at;
};

class PomdpLexer : CharacterReader<Position> {
 public:
  PomdpLexer(std::string_view text, const std::string& file) : CharacterReader(text, file) {
    advance();
  }

  // The token where it stands.
  const PomdpToken& now() const { return now_; }
  bool at(PomdpToken::Kind kind) const { return now_.kind == kind; }
  bool at_word(std::string_view text) const {
    return now_.kind == PomdpToken::Kind::word && now_.text == text;
  }
  PomdpToken next() {
    PomdpToken token = now_;
    advance();
    return token;
  }
  // Says what was expected, and what is there instead.
  [[noreturn]] void expected(const std::string& what) const;
  [[noreturn]] void complain(Position where, const std::string& what) const { fail(where, what); }

 private:
  void advance();
  void skip();
  void read_number(PomdpToken& token) const;

  PomdpToken now_;
};

}  // namespace holdfast::tables
