// What the picture of a model from RDDL files consists of, worked out from the model once: who
// moves on which grid, what lies where, and which fluents are told in words.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "holdfast/play/scene.h"
#include "holdfast/rddl/bit_filter.h"

namespace holdfast {

struct RddlLayout {
  // Fluents at cells. `bits` and `cells` go together.
  struct Thing {
    Kind kind;
    std::vector<int> bits = {};
    std::vector<Cell> cells = {};
    std::string label = {};
  };

  // Who is at a column by one fluent and at a row by another.
  struct Walker {
    Kind kind;
    std::vector<int> columns;  // bits, from the west
    std::vector<int> rows;     // from the south
  };

  // An object that has a place for good.
  struct Object {
    Cell at;
    std::string name;
    std::string label;  // a few characters of it
    int bit = -1;       // what is hidden of it, if it is one thing
  };

  struct Objects {
    Kind kind;
    std::string hidden;  // the fluent of the bits
    std::vector<Object> objects;
  };

  struct Ground {
    Kind kind;
    std::vector<Cell> cells;
  };

  struct Strewn {
    Kind kind;
    std::vector<std::pair<Cell, double>> chances;
  };

  // What is drawn of no place: "running(c1)".
  struct Said {
    std::string says;
    int bit;
  };

  explicit RddlLayout(const rddl::BitFilter& known) : filter(known) {}
  const rddl::BitFilter& filter;
  int width = 0;  // 0: no grid
  int height = 0;
  std::vector<Ground> ground;
  std::vector<Strewn> strewn;
  std::vector<Objects> objects;
  std::vector<Thing> things;
  std::vector<Walker> walkers;
  std::vector<Said> said;
};

// Refers to the filter.
RddlLayout rddl_layout(const rddl::BitFilter& filter);

}  // namespace holdfast
