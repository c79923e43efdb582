#include "holdfast/learn/open_space.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/base/error.h"
#include "holdfast/learn/fastlas.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

class Closer {
 public:
  Closer(OpenSpace& space, Task& task, const std::string& file)
      : space_(space), task_(task), file_(file) {}

  void run() {
    for (const OpenMode& m : space_.heads) close(m, 0, m.mode, task_.bias.heads);
    for (OpenMode& m : space_.bodies) {
      // FastLAS declares p and not p apart; ILASP's p means both.
      if (space_.fastlas && !m.says_sign) m.mode.negative = false;
      close(m, 0, m.mode, task_.bias.bodies);
      for (const std::size_t place : m.numeric_places) add_bounds(m, place);
    }
    if (!space_.numeric_types.empty()) free_numeric_variables();
    for (OpenComparison& c : space_.comparisons) {
      if (!c.constant_type.empty()) c.mode.constants = constants(c.constant_type, c.at);
      task_.bias.comparisons.push_back(std::move(c.mode));
    }
    task_.bias.pairs = std::move(space_.pairs);
    for (std::vector<Mode>* modes : {&task_.bias.heads, &task_.bias.bodies}) {
      for (Mode& m : *modes) limit(m.recall);
    }
    for (PairMode& m : task_.bias.pairs) limit(m.recall);
    for (ComparisonMode& m : task_.bias.comparisons) limit(m.recall);
    if (space_.fastlas) add_type_literals(task_, types_to_bind(), space_.declarations);
  }

 private:
  [[noreturn]] void fail(logic::Position at, const std::string& what) const {
    throw InputError(Place{file_, at.line, at.column}, what);
  }

  void limit(int& recall) const {
    if (recall == kAnyRecall) recall = task_.bias.max_length;
  }

  void close(const OpenMode& open, std::size_t place, Mode mode, std::vector<Mode>& to) {
    if (place == open.constant_types.size()) return to.push_back(std::move(mode));
    const std::string& type = open.constant_types[place];
    if (type.empty()) return close(open, place + 1, std::move(mode), to);
    for (const Value v : constants(type, open.at)) {
      mode.places[place].constant = v;
      close(open, place + 1, mode, to);
    }
  }

  // FastLAS has constants as facts of their type.
  const std::vector<Value>& constants(const std::string& type, logic::Position at) {
    std::vector<Value>& values = space_.constants[type];
    if (space_.fastlas && values.empty()) values = constants_of(task_, type);
    if (values.empty()) {
      fail(at, fmt::format("const({}) has no constants; declare them, {}", type,
                           space_.fastlas ? fmt::format("as facts {}(c)", type)
                                          : fmt::format("#constant({}, c)", type)));
    }
    return values;
  }

  // A num_var may have a bound on either side, among the values that stand there.
  void add_bounds(const OpenMode& open, std::size_t place) {
    const std::vector<Value> values = values_at(task_, open.mode.predicate, place);
    const auto other = std::ranges::find_if_not(values, is_number);
    if (other != values.end()) {
      fail(open.at, fmt::format("num_var with values that are not whole numbers ({}) is "
                                "beyond this learner",
                                logic::to_string(task_.vocabulary.term(*other))));
    }
    for (const auto comparator :
         {logic::Comparator::greater_equal, logic::Comparator::less_equal}) {
      task_.bias.comparisons.push_back({.type = open.mode.places[place].type,
                                        .comparator = comparator,
                                        .constants = values,
                                        .declaration = space_.declarations++,
                                        .recall = kAnyRecall});
    }
  }

  // #maxv counts the other variables; there is one numeric variable of each type.
  void free_numeric_variables() {
    Bias& bias = task_.bias;
    for (const std::vector<Mode>* modes : {&bias.heads, &bias.bodies}) {
      for (const Mode& m : *modes) {
        for (const Hole& h : m.places) {
          if (!h.type.empty()) bias.max_of_type.try_emplace(h.type, bias.max_variables);
        }
      }
    }
    for (const std::string& type : space_.numeric_types) bias.max_of_type[type] = 1;
    bias.max_variables += static_cast<int>(space_.numeric_types.size());
  }

  // Types of variables that no other literal need bind.
  std::set<std::string> types_to_bind() const {
    std::set<std::string> types;
    const auto add = [&](const Mode& mode) {
      for (const Hole& h : mode.places) {
        if (!h.type.empty()) types.insert(h.type);
      }
    };
    for (const Mode& m : task_.bias.heads) add(m);
    for (const Mode& m : task_.bias.bodies) {
      if (m.negative) add(m);
    }
    for (const PairMode& m : task_.bias.pairs) types.insert({m.left, m.right});
    return types;
  }

  OpenSpace& space_;
  Task& task_;
  const std::string& file_;
};

}  // namespace

void close_space(OpenSpace space, Task& task, const std::string& file) {
  Closer(space, task, file).run();
}

}  // namespace holdfast::learn
