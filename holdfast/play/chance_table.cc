#include "holdfast/play/chance_table.h"

#include <algorithm>
#include <optional>

namespace holdfast {
namespace {

struct Place {
  std::string column;
  std::string row;
};

// "at(e1,f2)" is f2 of at(e1). Of a sentence, nothing: names have no blanks.
std::optional<Place> place_of(const std::string& says) {
  const std::size_t open = says.find('(');
  if (open == 0 || open == says.npos || !says.ends_with(')') || says.find(' ') != says.npos)
    return {};
  const std::string objects = says.substr(open + 1, says.size() - open - 2);
  const std::size_t comma = objects.rfind(',');
  if (comma == objects.npos) return Place{says.substr(0, open), objects};
  return Place{says.substr(0, open + 1 + comma) + ")", objects.substr(comma + 1)};
}

struct Column {
  std::string name;
  std::vector<std::string> rows;
  std::vector<Chance> cells;
};

std::vector<Column> columns_of(const std::vector<Chance>& chances) {
  std::vector<Column> columns;
  for (const Chance& chance : chances) {
    const auto place = place_of(chance.says);
    if (!place) continue;
    auto found = std::ranges::find(columns, place->column, &Column::name);
    if (found == columns.end()) found = columns.insert(found, Column{place->column, {}, {}});
    found->rows.push_back(place->row);
    found->cells.push_back(chance);
  }
  std::erase_if(columns, [](const Column& c) { return c.rows.size() < 2; });
  return columns;
}

// "alive" of alive(x1), alive(x2), which then are x1 and x2.
void find_title(ChanceTable& table) {
  const std::size_t open = table.columns.front().find('(');
  const std::string start = table.columns.front().substr(0, open + 1);
  if (open == start.npos || table.columns.size() < 2) return;
  for (const std::string& c : table.columns) {
    if (!c.starts_with(start)) return;
  }
  table.title = start.substr(0, open);
  for (std::string& c : table.columns) c = c.substr(open + 1, c.size() - open - 2);
}

ChanceTable table_of(const std::vector<const Column*>& columns) {
  ChanceTable table{"", {}, columns.front()->rows, {}};
  for (const Column* c : columns) table.columns.push_back(c->name);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    for (const Column* c : columns) table.cells.push_back(c->cells[r]);
  }
  find_title(table);
  return table;
}

}  // namespace

std::vector<ChanceTable> take_tables(std::vector<Chance>& chances) {
  const std::vector<Column> columns = columns_of(chances);
  std::vector<ChanceTable> tables;
  std::vector<const Column*> done;
  for (const Column& first : columns) {
    if (std::ranges::find(done, &first) != done.end()) continue;
    std::vector<const Column*> together;
    for (const Column& c : columns) {
      if (c.rows == first.rows) together.push_back(&c);
    }
    done.insert(done.end(), together.begin(), together.end());
    tables.push_back(table_of(together));
  }
  std::erase_if(chances, [&](const Chance& chance) {
    const auto place = place_of(chance.says);
    return place && std::ranges::find(columns, place->column, &Column::name) != columns.end();
  });
  return tables;
}

}  // namespace holdfast
