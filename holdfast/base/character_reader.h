// Goes through a text character by character, and knows the line and column: what lexers derive
// from. Position is theirs: a line and a column.
#pragma once

#include <string>
#include <string_view>

#include "holdfast/base/error.h"

namespace holdfast {

template <class Position>
class CharacterReader {
 protected:
  CharacterReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  char take() {
    const char c = text_[at_++];
    if (c == '\n') {
      ++position_.line;
      position_.column = 1;
    } else {
      ++position_.column;
    }
    return c;
  }
  std::string take(std::size_t count) {
    std::string taken;
    while (count-- > 0) taken += take();
    return taken;
  }

  [[noreturn]] void fail(Position at, const std::string& what) const {
    throw InputError(Place{file_, at.line, at.column}, what);
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  Position position_{1, 1};
};

}  // namespace holdfast
