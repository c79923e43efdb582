// Rows of probabilities while they are being said: what is said later replaces what was said
// before, as in the classic files.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/tables/distributions.h"

namespace holdfast::tables {

// Where in a text something stands; 0: nowhere.
struct Position {
  int line = 0;
  int column = 0;
};

class RowsInProgress {
 public:
  // At most `room` entries are taken. The file is for messages.
  RowsInProgress(std::size_t rows, std::size_t values, std::int64_t room, std::string file);

  // Throw InputError if this is no probability, or there is no room.
  void set(std::size_t row, std::size_t value, double probability, Position at);
  void clear(std::size_t row, Position at);

  // Throws InputError if a row does not sum to one: `name(row)` is what it is called.
  Distributions finish(const std::function<std::string(std::size_t)>& name) const;

 private:
  Place place(Position at) const { return {file_, at.line, at.column}; }
  Distributions::Row sorted(std::size_t row) const;

  std::size_t values_;
  std::int64_t room_;
  std::string file_;
  std::vector<Distributions::Row> rows_;
  // Where each was said last.
  std::vector<Position> said_;
};

// Throws InputError if this is none.
void check_probability(double p, const Place& place);

}  // namespace holdfast::tables
