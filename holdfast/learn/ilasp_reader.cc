#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/learn/background.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/logic/comparator.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using logic::Atom;
using logic::Parser;
using logic::Position;
using logic::Term;

// var(type) or const(type).
bool is_placeholder(const Term& t) {
  return t.kind == Term::Kind::function && (t.name == "var" || t.name == "const") &&
         t.arguments.size() == 1 && t.arguments[0].kind == Term::Kind::symbol;
}

bool is_leaf(const Term& t) { return t.kind != Term::Kind::function || is_placeholder(t); }

// A mode whose constants are still named by their type, until all #constant lines are read.
struct OpenMode {
  Mode mode = {};
  std::vector<std::string> constant_types = {};  // by place; empty where there is none
};

struct OpenComparison {
  ComparisonMode mode = {};
  std::string constant_type;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const ReadOptions& options)
      : parser_(text, file), options_(options) {}

  Task read() {
    for (const logic::Comment& c : parser_.comments()) pragma(c);
    while (!parser_.at_end()) statement();
    if (options_.max_length) task_.bias.max_length = *options_.max_length;
    close_modes();
    check_recursion();
    close_contexts(task_, background_, contexts_, parser_.file(), options_.threads,
                   options_.seconds);
    return std::move(task_);
  }

 private:
  void statement() {
    const logic::Token& token = parser_.peek();
    if (token.kind == logic::Token::Kind::integer && parser_.peek(1).text == "~") {
      return given_rule();
    }
    if (token.kind != logic::Token::Kind::directive) return background_rule();
    const logic::Token directive = parser_.take();
    if (directive.text == "#pos") return example(true);
    if (directive.text == "#neg") return example(false);
    if (directive.text == "#modeh") return mode(true);
    if (directive.text == "#modeb") return mode(false);
    if (directive.text == "#constant") return constant();
    if (directive.text == "#maxv") return number(task_.bias.max_variables);
    int ignored = 0;  // bounds what ILASP returns; every result here says its penalty
    if (directive.text == "#max_penalty") return number(ignored);
    refuse(directive);
  }

  [[noreturn]] void refuse(const logic::Token& directive) {
    static const std::vector<std::pair<std::string, std::string>> beyond = {
        {"#modeha", "choice rules in the space"}, {"#modeo", "weak constraints in the space"},
        {"#modec", "conditions in the space"},    {"#brave_ordering", "orderings"},
        {"#cautious_ordering", "orderings"},      {"#bias", "a bias written as a program"}};
    for (const auto& [name, what] : beyond) {
      if (directive.text == name) {
        parser_.fail(directive.position,
                     fmt::format("{} ({}) are beyond this learner", name, what));
      }
    }
    parser_.fail(directive.position,
                 fmt::format("{} is not known; known are #pos, #neg, #modeh, #modeb, #constant, "
                             "#maxv and #max_penalty",
                             directive.text));
  }

  void number(int& value) {
    parser_.expect("(");
    value = parser_.integer();
    parser_.expect(")");
    parser_.expect(".");
  }

  // % holdfast: max_length 8     % holdfast: max_variables rock 1
  void pragma(const logic::Comment& comment) {
    std::istringstream words(comment.text);
    std::string mark, key, type;
    int value = 0;
    if (!(words >> mark >> key) || mark != "holdfast:") return;
    if (key == "max_length" && words >> value) {
      task_.bias.max_length = value;
    } else if (key == "max_thresholds" && words >> value) {
      task_.bias.max_thresholds = value;
    } else if (key == "max_variables" && words >> type >> value) {
      task_.bias.max_of_type[type] = value;
    } else {
      parser_.fail(comment.position,
                   "expected \"holdfast: max_length N\", \"holdfast: max_thresholds N\" or "
                   "\"holdfast: max_variables TYPE N\"");
    }
  }

  void given_rule() {
    const int length = parser_.integer();
    parser_.expect("~");
    const Position at = parser_.peek().position;
    logic::Rule rule = parser_.rule();
    if (!rule.atom()) parser_.fail(at, kind_of(rule) + " in the space are beyond this learner");
    learnt_.insert(rule.atom()->predicate);
    for (const logic::Literal& l : rule.body) {
      if (l.atom()) bodies_.emplace_back(l.atom()->predicate, at);
    }
    task_.given.push_back({std::move(rule), length});
  }

  static std::string kind_of(const logic::Rule& rule) {
    if (std::holds_alternative<logic::Choice>(rule.head)) return "choice rules";
    if (std::holds_alternative<logic::Weight>(rule.head)) return "weak constraints";
    return "constraints";
  }

  void background_rule() {
    const Position at = parser_.peek().position;
    logic::Rule rule = parser_.rule();
    if (!rule.atom()) {
      parser_.fail(at, kind_of(rule) + " in the background knowledge are beyond this learner");
    }
    for (const logic::Literal& l : rule.body) {
      if (l.atom()) bodies_.emplace_back(l.atom()->predicate, at);
    }
    background_.push_back(std::move(rule));
  }

  // Errors about a value get the place where it stands.
  template <class Make>
  auto located(Position at, Make&& make) {
    try {
      return make();
    } catch (const InputError& e) {
      parser_.fail(at, e.what());
    }
  }

  void example(bool positive) {
    Example e{.id = "", .positive = positive};
    parser_.expect("(");
    if (!parser_.next_is("{")) {
      e.id = parser_.peek().kind == logic::Token::Kind::integer ? std::to_string(parser_.integer())
                                                                : parser_.name();
      if (parser_.accept("@")) {
        const Position at = parser_.peek().position;
        const int penalty = parser_.integer();
        if (penalty <= 0) parser_.fail(at, "expected a penalty above 0");
        e.penalty = penalty;
      }
      parser_.expect(",");
    }
    if (options_.penalty) e.penalty = options_.penalty;
    e.inclusions = atoms();
    parser_.expect(",");
    e.exclusions = atoms();
    Program context;
    if (parser_.accept(",")) {
      parser_.expect("{");
      while (!parser_.accept("}")) context.push_back(context_rule());
    }
    parser_.expect(")");
    parser_.expect(".");
    e.context = static_cast<int>(contexts_.size());
    contexts_.push_back(std::move(context));
    task_.examples.push_back(std::move(e));
  }

  logic::Rule context_rule() {
    const Position at = parser_.peek().position;
    logic::Rule rule = parser_.rule();
    if (!rule.atom()) parser_.fail(at, kind_of(rule) + " in a context are beyond this learner");
    for (const logic::Literal& l : rule.body) {
      if (l.atom()) bodies_.emplace_back(l.atom()->predicate, at);
    }
    return rule;
  }

  std::vector<FlatAtom> atoms() {
    std::vector<FlatAtom> result;
    parser_.expect("{");
    if (parser_.accept("}")) return result;
    do {
      const Position at = parser_.peek().position;
      const Atom atom = parser_.atom();
      result.push_back(located(at, [&] { return task_.vocabulary.flatten(atom); }));
    } while (parser_.accept(",") || parser_.accept(";"));
    parser_.expect("}");
    return result;
  }

  void mode(bool head) {
    parser_.expect("(");
    int recall = task_.bias.max_length;
    if (parser_.peek(1).text == ",") {
      if (parser_.peek().kind == logic::Token::Kind::integer) {
        recall = parser_.integer();
        parser_.expect(",");
      } else if (parser_.accept("*")) {
        parser_.expect(",");
      }
    }
    const Position at = parser_.peek().position;
    const logic::Literal schema = parser_.literal();
    if (schema.negated) parser_.fail(at, "expected a schema without \"not\"; write (negative)");
    Mode flags;
    flags.negative = !head;
    if (parser_.accept(",")) mode_options(flags);
    parser_.expect(")");
    parser_.expect(".");
    if (const Atom* atom = schema.atom()) return atom_mode(*atom, flags, recall, head);
    if (head) parser_.fail(at, "expected an atom as the schema of a head");
    comparison_mode(*schema.comparison(), recall, at);
  }

  void mode_options(Mode& flags) {
    parser_.expect("(");
    do {
      const Position at = parser_.peek().position;
      const std::string name = parser_.name();
      if (name == "positive") {
        flags.negative = false;
      } else if (name == "negative") {
        flags.positive = false;
      } else if (name == "anti_reflexive") {
        flags.anti_reflexive = true;
      } else if (name == "symmetric") {
        flags.symmetric = true;
      } else {
        parser_.fail(
            at, "expected positive, negative, anti_reflexive or symmetric, found \"" + name + "\"");
      }
    } while (parser_.accept(","));
    parser_.expect(")");
  }

  void atom_mode(const Atom& atom, Mode flags, int recall, bool head) {
    std::vector<Term> leaves;
    OpenMode open{.mode = flags};
    open.mode.predicate = task_.vocabulary.predicate(atom, is_leaf, leaves);
    open.mode.recall = recall;
    open.mode.declaration = declarations_++;
    for (const Term& t : leaves) {
      Hole place;
      std::string constant_type;
      if (is_placeholder(t)) {
        (t.name == "var" ? place.type : constant_type) = t.arguments[0].name;
      } else {
        place.constant = located(t.position, [&] { return task_.vocabulary.value(t); });
      }
      open.mode.places.push_back(std::move(place));
      open.constant_types.push_back(std::move(constant_type));
    }
    if (head) {
      learnt_.insert(atom.predicate);
    } else {
      bodies_.emplace_back(atom.predicate, atom.position);
    }
    (head ? open_heads_ : open_bodies_).push_back(std::move(open));
  }

  void comparison_mode(const logic::Comparison& c, int recall, Position at) {
    const auto is_variable = [](const Term& t) { return is_placeholder(t) && t.name == "var"; };
    const bool left = is_variable(c.left);
    const Term& variable = left ? c.left : c.right;
    const Term& constant = left ? c.right : c.left;
    if (!is_variable(variable) || is_variable(constant)) {
      parser_.fail(at,
                   "comparisons other than of var(type) with a constant are beyond this learner");
    }
    OpenComparison open;
    open.mode.type = variable.arguments[0].name;
    open.mode.comparator = left ? c.comparator : logic::mirrored(c.comparator);
    open.mode.recall = recall;
    open.mode.declaration = declarations_++;
    if (is_placeholder(constant)) {
      open.constant_type = constant.arguments[0].name;
    } else {
      open.mode.constants.push_back(located(at, [&] { return task_.vocabulary.value(constant); }));
    }
    open_comparisons_.emplace_back(std::move(open));
  }

  // #constant(type, term).  #constant(type, 0..4).
  void constant() {
    parser_.expect("(");
    const std::string type = parser_.name();
    parser_.expect(",");
    const Position at = parser_.peek().position;
    const Term term = parser_.term();
    parser_.expect(")");
    parser_.expect(".");
    std::vector<Value>& values = constants_[type];
    if (term.kind != Term::Kind::operation || term.name != "..") {
      values.push_back(located(at, [&] { return task_.vocabulary.value(term); }));
      return;
    }
    const auto bound = [&](const Term& t) {
      return located(at, [&] { return task_.vocabulary.value(t); });
    };
    const Value low = bound(term.arguments[0]), high = bound(term.arguments[1]);
    if (!is_number(low) || !is_number(high) || high < low || high - low > 100'000) {
      parser_.fail(at, "expected a range of integers, low..high");
    }
    for (Value v = low; v <= high; ++v) values.push_back(v);
  }

  // Modes with const(type) become one mode per constant, which share the recall.
  void close_modes() {
    for (const OpenMode& m : open_heads_) close(m, 0, m.mode, task_.bias.heads);
    for (const OpenMode& m : open_bodies_) close(m, 0, m.mode, task_.bias.bodies);
    for (OpenComparison& c : open_comparisons_) {
      if (!c.constant_type.empty()) c.mode.constants = constants_[c.constant_type];
      task_.bias.comparisons.push_back(std::move(c.mode));
    }
  }

  void close(const OpenMode& open, std::size_t place, Mode mode, std::vector<Mode>& to) {
    if (place == open.constant_types.size()) return to.push_back(std::move(mode));
    const std::string& type = open.constant_types[place];
    if (type.empty()) return close(open, place + 1, std::move(mode), to);
    for (const Value v : constants_[type]) {
      mode.places[place].constant = v;
      close(open, place + 1, mode, to);
    }
  }

  void check_recursion() {
    for (const auto& [predicate, at] : bodies_) {
      if (learnt_.contains(predicate)) {
        parser_.fail(at, fmt::format("recursion through the learnt head {} is beyond this learner",
                                     predicate));
      }
    }
    if (task_.bias.heads.empty() && task_.given.empty()) {
      throw InputError(Place{parser_.file(), 0, 0},
                       "the task declares no head: add #modeh, or rules of the space (5 ~ rule.)");
    }
    if (task_.examples.empty()) {
      throw InputError(Place{parser_.file(), 0, 0}, "the task has no examples (#pos, #neg)");
    }
  }

  Parser parser_;
  ReadOptions options_;
  Task task_;
  Program background_;
  std::vector<Program> contexts_;
  std::vector<OpenMode> open_heads_, open_bodies_;
  std::vector<OpenComparison> open_comparisons_;
  std::map<std::string, std::vector<Value>> constants_;
  std::set<std::string> learnt_;
  std::vector<std::pair<std::string, Position>> bodies_;
  int declarations_ = 0;
};

}  // namespace

Task parse_task(std::string_view text, const std::string& file, const ReadOptions& options) {
  return Reader(text, file, options).read();
}

Task read_task(const std::string& path, const ReadOptions& options) {
  return parse_task(read_file(path), path, options);
}

}  // namespace holdfast::learn
