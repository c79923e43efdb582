// Chances of a scene that say the same of several objects, as tables: "running(c1)" is the cell of
// the row c1 in the column running. The last argument is the row; "at(e1,f2)" is in the column
// at(e1). The page does the same (web/src/scene.js).
#pragma once

#include <string>
#include <vector>

#include "holdfast/play/scene.h"

namespace holdfast {

struct ChanceTable {
  std::string title;  // what all columns say, if they differ in their objects only
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  std::vector<Chance> cells;  // row by row

  const Chance& cell(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }
};

// Takes those out of the chances of which a table can be made: columns about the same objects, in
// the same order, go together. What is said of one object alone stays.
std::vector<ChanceTable> take_tables(std::vector<Chance>& chances);

}  // namespace holdfast
