#include "holdfast/play/scene_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "holdfast/play/chance_table.h"

namespace holdfast {
namespace {

constexpr int kTerminal = 80;  // columns; wider pictures are set without gaps
constexpr int kBetween = 3;    // columns between blocks

// What is written with one colour: SGR parameters of ECMA-48, none if empty.
struct Ink {
  std::string text;
  std::string_view colour = {};
};

// A line that knows how wide it looks.
struct Line {
  std::string text;
  int width = 0;

  void add(const Ink& ink, Colour colour) {
    const bool plain = colour == Colour::none || ink.colour.empty();
    text += plain ? ink.text : fmt::format("\x1b[{}m{}\x1b[0m", ink.colour, ink.text);
    width += static_cast<int>(std::ranges::count_if(ink.text, starts_character));
  }
  void pad_to(int columns) {
    if (columns > width) add({std::string(static_cast<std::size_t>(columns - width), ' ')}, {});
  }

 private:
  static bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }
};

using Block = std::vector<Line>;  // lines from the top

int width_of(const Block& block) {
  return block.empty() ? 0 : std::ranges::max(block, {}, &Line::width).width;
}

std::string_view tone_colour(Tone tone) {
  static constexpr std::array<std::string_view, 6> colours{"90", "1;36", "32", "31", "34", "33"};
  return colours.at(static_cast<std::size_t>(tone));
}

// A background that grows stronger with the digit.
std::string_view heat_colour(int digit) {
  static constexpr std::array<std::string_view, 10> colours{
      "90",         "37;48;5;236", "37;48;5;52",  "37;48;5;52",  "97;48;5;88",
      "97;48;5;88", "97;48;5;124", "97;48;5;124", "97;48;5;160", "1;97;48;5;160"};
  return colours.at(static_cast<std::size_t>(digit));
}

std::string_view chance_colour(const std::optional<double>& believed) {
  if (!believed || std::abs(*believed - 0.5) < 0.05) return "1";
  return *believed > 0.5 ? "1;32" : "1;31";
}

// The cells of one grid, row by row from the south-west.
class Grid {
 public:
  explicit Grid(const Scene& scene)
      : scene_(scene),
        cells_(static_cast<std::size_t>(scene.width() * scene.height()),
               {std::string(1, scene.empty()), "90"}) {}

  Ink& at(Cell c) { return cells_[static_cast<std::size_t>(c.y * scene_.width() + c.x)]; }

  Block lines(std::string title, int cell_width, bool gaps, Colour colour) const {
    Block block;
    if (!title.empty()) block.emplace_back().add({std::move(title)}, colour);
    for (int y = scene_.height() - 1; y >= 0; --y)
      block.push_back(row(y, cell_width, gaps, colour));
    return block;
  }

 private:
  Line row(int y, int cell_width, bool gaps, Colour colour) const {
    Line line;
    for (int x = 0; x < scene_.width(); ++x) {
      if (gaps && x > 0) line.pad_to(line.width + 1);
      const int end = line.width + cell_width;
      line.add(cells_[static_cast<std::size_t>(y * scene_.width() + x)], colour);
      line.pad_to(end);
    }
    return line;
  }

  const Scene& scene_;
  std::vector<Ink> cells_;
};

template <class Visit>
void for_each_ground(const Scene& scene, Visit visit) {
  for (int y = 0; y < scene.height(); ++y) {
    for (int x = 0; x < scene.width(); ++x) {
      if (const Kind* kind = scene.ground(Cell{x, y})) visit(Cell{x, y}, *kind);
    }
  }
}

Ink glyph(const Kind& kind) { return {std::string(1, kind.glyph), tone_colour(kind.tone)}; }

Ink mark_ink(const Scene& scene, const Mark& mark) {
  Ink ink = glyph(scene.kind(mark.kind));
  if (!mark.label.empty()) ink.text = mark.label;
  if (mark.chance) ink.colour = chance_colour(mark.chance->believed);
  return ink;
}

Grid world_grid(const Scene& scene) {
  Grid grid(scene);
  for_each_ground(scene, [&](Cell c, const Kind& kind) { grid.at(c) = glyph(kind); });
  for (const Mark& mark : scene.marks()) grid.at(mark.at) = mark_ink(scene, mark);
  return grid;
}

double highest(const Heat& heat) { return std::ranges::max(heat.probability); }

// With the walls and the agent, for orientation.
Grid heat_grid(const Scene& scene, const Heat& heat) {
  Grid grid(scene);
  const double most = highest(heat);
  for (std::size_t i = 0; i < heat.probability.size(); ++i) {
    if (heat.probability[i] < 0.0005) continue;
    const int cell = static_cast<int>(i);
    const int digit = static_cast<int>(std::lround(9 * heat.probability[i] / most));
    grid.at({cell % scene.width(), cell / scene.width()}) = {std::to_string(digit),
                                                             heat_colour(digit)};
  }
  for_each_ground(scene, [&](Cell c, const Kind& kind) {
    if (kind.shape == Shape::block) grid.at(c) = glyph(kind);
  });
  for (const Mark& mark : scene.marks()) {
    if (scene.kind(mark.kind).tone == Tone::agent) grid.at(mark.at) = mark_ink(scene, mark);
  }
  return grid;
}

std::string heat_title(const Heat& heat) {
  const double most = highest(heat);
  if (most <= 0) return fmt::format("{}: nowhere", heat.kind);
  return fmt::format("{}: 9 is {:3.{}f} %", heat.kind, 100 * most, most < 0.0995 ? 1 : 0);
}

int cell_width(const Scene& scene) {
  int width = 1;
  for (const Mark& mark : scene.marks()) {
    Line line;
    line.add({mark.label}, Colour::none);
    width = std::max(width, line.width);
  }
  return width;
}

std::vector<Block> grids(const Scene& scene, Colour colour) {
  if (scene.width() == 0) return {};
  const int count = 1 + static_cast<int>(scene.heats().size());
  const int wide = cell_width(scene);
  const bool gaps = wide > 1 || count * (2 * scene.width() + kBetween) <= kTerminal;
  std::vector<Block> blocks{world_grid(scene).lines(count > 1 ? "world" : "", wide, gaps, colour)};
  for (const Heat& heat : scene.heats()) {
    blocks.push_back(heat_grid(scene, heat).lines(heat_title(heat), wide, gaps, colour));
  }
  return blocks;
}

Block believed(const std::vector<Chance>& chances, Colour colour) {
  Block block;
  std::size_t longest = 0;
  for (const Chance& chance : chances) longest = std::max(longest, chance.says.size());
  for (const Chance& chance : chances) {
    Line& line = block.emplace_back();
    line.add({fmt::format("{:<{}}", chance.says + ":", longest + 1)}, colour);
    if (chance.believed) {
      line.add({" believed "}, colour);
      line.add({fmt::format("{:3.0f} %", 100 * *chance.believed), chance_colour(chance.believed)},
               colour);
    }
    if (chance.truth) {
      line.add({chance.believed ? ", " : " "}, colour);
      line.add({*chance.truth ? "true" : "false", *chance.truth ? "32" : "31"}, colour);
    }
  }
  return block;
}

// "✓" and "·" of what is known, "40 %" of what is believed, with a ✓ if it is so.
Ink cell_ink(const Chance& cell) {
  const bool so = cell.truth.value_or(false);
  if (!cell.believed) return so ? Ink{"✓", "32"} : Ink{"·", "90"};
  return {fmt::format("{:3.0f} %{}", 100 * *cell.believed, so ? " ✓" : ""),
          *cell.believed >= 0.5 ? "1" : ""};
}

int width_of(const std::string& text) {
  Line line;
  line.add({text}, Colour::none);
  return line.width;
}

// Some rows of a table, with their heads.
Block table_part(const ChanceTable& table, std::size_t first, std::size_t last, Colour colour) {
  Block block;
  if (!table.title.empty()) block.emplace_back().add({table.title, "1"}, colour);
  const std::size_t head = block.size();
  block.resize(head + 1 + last - first);
  const auto line = [&](std::size_t row) -> Line& { return block[head + 1 + row - first]; };
  for (std::size_t r = first; r < last; ++r) line(r).add({table.rows[r]}, colour);
  int start = 0;
  for (std::size_t r = first; r < last; ++r) start = std::max(start, line(r).width);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    start += 2;
    int width = width_of(table.columns[c]);
    block[head].pad_to(start);
    block[head].add({table.columns[c], "90"}, colour);
    for (std::size_t r = first; r < last; ++r) {
      const Ink ink = cell_ink(table.cell(r, c));
      line(r).pad_to(start);
      line(r).add(ink, colour);
      width = std::max(width, width_of(ink.text));
    }
    start += width;
  }
  return block;
}

constexpr std::size_t kMostRows = 16;  // longer tables go on beside themselves

std::vector<Block> table_blocks(const std::vector<ChanceTable>& tables, Colour colour) {
  std::vector<Block> blocks;
  for (const ChanceTable& table : tables) {
    const std::size_t parts = (table.rows.size() + kMostRows - 1) / kMostRows;
    for (std::size_t p = 0; p < parts; ++p) {
      blocks.push_back(table_part(table, p * table.rows.size() / parts,
                                  (p + 1) * table.rows.size() / parts, colour));
    }
  }
  return blocks;
}

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

std::string side_by_side(const std::vector<Block>& blocks) {
  std::size_t height = 0;
  for (const Block& block : blocks) height = std::max(height, block.size());
  std::string text;
  for (std::size_t row = 0; row < height; ++row) {
    Line line;
    int column = 0;
    for (const Block& block : blocks) {
      line.pad_to(column);
      column += width_of(block) + kBetween;
      if (row >= block.size()) continue;
      line.text += block[row].text;
      line.width += block[row].width;
    }
    text += trimmed(std::move(line.text));
  }
  return text;
}

// As many beside each other as a terminal is wide.
std::string in_rows(const std::vector<Block>& blocks) {
  std::string text;
  std::vector<Block> row;
  int width = 0;
  for (const Block& block : blocks) {
    if (!row.empty() && width + kBetween + width_of(block) > kTerminal) {
      text += side_by_side(row);
      row.clear();
      width = 0;
    }
    width += (row.empty() ? 0 : kBetween) + width_of(block);
    row.push_back(block);
  }
  return text + side_by_side(row);
}

// "@" of a rover, "0..7" of eight rocks with labels.
std::string shown_as(const Scene& scene, const Kind& kind) {
  std::string first, last;
  for (const Mark& mark : scene.marks()) {
    if (mark.kind != kind.name || mark.label.empty()) continue;
    if (first.empty()) first = mark.label;
    last = mark.label;
  }
  if (first.empty()) return {kind.glyph};
  return first == last ? first : fmt::format("{}..{}", first, last);
}

}  // namespace

std::string draw(const Scene& scene, Colour colour) {
  std::vector<Block> blocks = grids(scene, colour);
  std::vector<Chance> chances = scene.chances();
  const std::vector<ChanceTable> tables = take_tables(chances);
  blocks.push_back(believed(chances, colour));
  std::string text = side_by_side(blocks) + in_rows(table_blocks(tables, colour));
  for (const std::string& note : scene.notes()) text += note + '\n';
  return text;
}

std::string legend(const Scene& scene, Colour colour) {
  Line line;
  for (const Kind& kind : scene.kinds()) {
    line.pad_to(line.width == 0 ? 0 : line.width + kBetween);
    line.add({shown_as(scene, kind), tone_colour(kind.tone)}, colour);
    line.add({fmt::format(" {}{}", kind.name, kind.hidden ? " (hidden)" : "")}, colour);
  }
  std::vector<Chance> chances = scene.chances();
  if (!take_tables(chances).empty()) {
    line.pad_to(line.width == 0 ? 0 : line.width + kBetween);
    line.add({"✓ is so   · is not so   40 % believed so"}, colour);
  }
  return line.text;
}

}  // namespace holdfast
