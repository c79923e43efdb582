// Made-up tasks of known size and noise, in the spaces of RockSample and Pocman: for tests and for
// the table of how time grows.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "holdfast/base/rng.h"
#include "holdfast/learn/task.h"

namespace holdfast::learn {

struct SyntheticOptions {
  int examples = 1000;
  // The share of examples whose label is turned round.
  double noise = 0.1;
  Cost penalty = 10;
  std::uint64_t seed = 1;
  // Every how many values there is a threshold; 1 is the full grid.
  int threshold_step = 1;
};

class SyntheticTask {
 public:
  // Four rocks on a 12 x 12 grid; the paper's rule for init(east) labels the beliefs.
  static Task rocksample(const SyntheticOptions& options) {
    SyntheticTask s(options);
    s.declare("init(_)", {{"", s.symbol("east")}}, true);
    for (const char* feature : {"dist", "delta_x", "delta_y", "guess"}) {
      s.declare(std::string(feature) + "(_,_)", {{"rock", 0}, {feature, 0}}, false);
    }
    s.thresholds("dist", 0, 22, 1);
    s.thresholds("delta_x", -11, 11, 1);
    s.thresholds("delta_y", -11, 11, 1);
    s.thresholds("guess", 0, 100, 10);
    s.task_.bias.max_of_type["rock"] = 1;
    s.task_.bias.max_variables = 5;
    for (int i = 0; i < options.examples; ++i) s.add_rocksample_example();
    return std::move(s.task_);
  }

  // Four directions with food and ghosts at up to 5 cells; the paper's rule for init(move(C)).
  // Each belief gives one example per direction.
  static Task pocman(const SyntheticOptions& options) {
    SyntheticTask s(options);
    s.declare("init(move(_))", {{"direction", 0}}, true);
    s.declare("food(_,_,_)", {{"direction", 0}, {"distance", 0}, {"value", 0}}, false);
    s.declare("ghost(_,_,_)", {{"direction", 0}, {"distance", 0}, {"value", 0}}, false);
    s.declare("wall(_)", {{"direction", 0}}, false);
    s.task_.bias.bodies.back().negative = true;
    s.thresholds("distance", 1, 5, 1);
    s.thresholds("value", 0, 100, 10);
    s.task_.bias.max_of_type["direction"] = 1;
    s.task_.bias.max_variables = 5;
    for (ComparisonMode& mode : s.task_.bias.comparisons) mode.recall = 2;
    for (int i = 0; i < options.examples; i += 4) s.add_pocman_belief(options.examples - i);
    return std::move(s.task_);
  }

 private:
  explicit SyntheticTask(const SyntheticOptions& options) : options_(options), rng_(options.seed) {
    task_.bias.max_length = 8;
  }

  int draw(int n) { return static_cast<int>(rng_.below(static_cast<std::uint32_t>(n))); }

  Value symbol(const std::string& name) {
    return task_.vocabulary.value(logic::Term::symbol(name));
  }

  // The predicate of a shape such as "init(move(_))".
  int predicate(const std::string& shape) {
    std::vector<logic::Term> leaves;
    return task_.vocabulary.predicate(
        atom_of(shape), [](const logic::Term& t) { return t.kind == logic::Term::Kind::variable; },
        leaves);
  }

  static logic::Atom atom_of(const std::string& shape) {
    const std::size_t open = shape.find('(');
    logic::Atom atom{shape.substr(0, open), {}, {}};
    const std::string inside = shape.substr(open + 1, shape.size() - open - 2);
    if (const std::size_t inner = inside.find('('); inner != std::string::npos) {
      atom.arguments.push_back(
          logic::Term::function(inside.substr(0, inner), {logic::Term::variable("_")}));
      return atom;
    }
    for (const char c : inside) {
      if (c == '_') atom.arguments.push_back(logic::Term::variable("_"));
    }
    return atom;
  }

  void declare(const std::string& shape, std::vector<Hole> places, bool head) {
    Mode mode{.predicate = predicate(shape), .places = std::move(places)};
    auto& modes = head ? task_.bias.heads : task_.bias.bodies;
    mode.declaration = static_cast<int>(modes.size());
    modes.push_back(std::move(mode));
  }

  void thresholds(const std::string& type, int low, int high, int step) {
    for (const auto comparator : {logic::Comparator::greater, logic::Comparator::less}) {
      ComparisonMode mode{.type = type, .comparator = comparator};
      for (int v = low; v <= high; v += step * options_.threshold_step) mode.constants.push_back(v);
      mode.declaration = static_cast<int>(task_.bias.comparisons.size());
      task_.bias.comparisons.push_back(std::move(mode));
    }
  }

  void fact(const std::string& shape, std::vector<Value> arguments) {
    task_.contexts.add_fact({predicate(shape), std::move(arguments)});
  }

  void add_example(int context, const FlatAtom& atom, bool label) {
    if (rng_.bernoulli(options_.noise)) label = !label;
    Example e{.id = "e" + std::to_string(task_.examples.size()), .penalty = options_.penalty};
    (label ? e.inclusions : e.exclusions) = atoms_.list_of(atom);
    e.context = context;
    task_.examples.push_back(std::move(e));
  }

  void add_rocksample_example() {
    const int context = task_.contexts.add();
    const int x = draw(12), y = draw(12);
    bool east = false;
    for (int r = 0; r < 4; ++r) {
      const int dx = draw(12) - x, dy = draw(12) - y, guess = 10 * draw(11);
      fact("dist(_,_)", {r, std::abs(dx) + std::abs(dy)});
      fact("delta_x(_,_)", {r, dx});
      fact("delta_y(_,_)", {r, dy});
      fact("guess(_,_)", {r, guess});
      east = east || (guess > 70 && dy < 1 && dx > 0);
    }
    add_example(context, {predicate("init(_)"), {symbol("east")}}, east);
  }

  void add_pocman_belief(int room) {
    const int context = task_.contexts.add();
    std::vector<bool> labels;
    const std::vector<std::string> directions{"north", "east", "south", "west"};
    for (const std::string& d : directions) {
      const bool wall = draw(3) == 0;
      if (wall) fact("wall(_)", {symbol(d)});
      bool food = false, ghost = false;
      int most_food = 0, most_ghost = 0;
      for (int distance = 1; distance <= 5; ++distance) {
        most_food = std::max(most_food, 10 * draw(7));
        most_ghost = std::max(most_ghost, draw(4) == 0 ? 10 * draw(11) : 0);
        fact("food(_,_,_)", {symbol(d), distance, most_food});
        fact("ghost(_,_,_)", {symbol(d), distance, most_ghost});
        food = food || (most_food > 30 && distance < 3);
        ghost = ghost || (most_ghost < 80 && distance > 3);
      }
      labels.push_back(!wall && food && ghost);
    }
    for (std::size_t d = 0; d < 4 && static_cast<int>(d) < room; ++d) {
      add_example(context, {predicate("init(move(_))"), {symbol(directions[d])}}, labels[d]);
    }
  }

  SyntheticOptions options_;
  Rng rng_;
  Task task_;
  SingleAtoms atoms_;
};

}  // namespace holdfast::learn
