#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <type_traits>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/learn/background.h"
#include "holdfast/learn/fastlas.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/open_space.h"
#include "holdfast/logic/comparator.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using logic::Atom;
using logic::Parser;
using logic::Position;
using logic::Term;

// var(type), const(type) or num_var(type); the name of a type may begin with a capital letter.
bool is_placeholder(const Term& t) {
  return t.kind == Term::Kind::function &&
         (t.name == "var" || t.name == "const" || t.name == "num_var") && t.arguments.size() == 1 &&
         (t.arguments[0].kind == Term::Kind::symbol || t.arguments[0].is_variable());
}

bool is_leaf(const Term& t) { return t.kind != Term::Kind::function || is_placeholder(t); }

// name/arity of a predicate that something depends on.
struct Mention {
  std::string signature;
  Position at;
  bool in_space = false;
};

std::string signature_of(const Atom& atom) {
  return fmt::format("{}/{}", atom.predicate, atom.arguments.size());
}

// Directives that are known and beyond this learner, with what they are.
constexpr std::array kBeyond = {std::pair{"#modeha", "choice rules in the space"},
                                std::pair{"#modeo", "weak constraints in the space"},
                                std::pair{"#modec", "conditions in the space"},
                                std::pair{"#weight", "weak constraints in the space"},
                                std::pair{"#brave_ordering", "orderings"},
                                std::pair{"#cautious_ordering", "orderings"},
                                std::pair{"#final_bias", "a cost of whole theories"},
                                std::pair{"#predict", "questions about all optimal theories"},
                                std::pair{"#modem", "predicate invention"},
                                std::pair{"#predicate", "predicate invention"},
                                std::pair{"#const", "named numbers; write the number itself"},
                                std::pair{"#include", "other files; put them into this one"},
                                std::pair{"#show", "output of answer sets"},
                                std::pair{"#minimize", "optimisation in the background knowledge"},
                                std::pair{"#maximize", "optimisation in the background knowledge"},
                                std::pair{"#external", "externals"},
                                std::pair{"#script", "scripts"}};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const ReadOptions& options)
      : parser_(text, file), options_(options) {}

  Task read() {
    for (const logic::Comment& c : parser_.comments()) pragma(c);
    while (!parser_.at_end()) statement();
    if (options_.max_length) task_.bias.max_length = *options_.max_length;
    if (bias_at_) located(*bias_at_, [&] { scoring_.check_complete(); });
    check_whole();
    close_contexts(task_, background_, contexts_, parser_.file(), options_.threads,
                   options_.seconds);
    close_space(space_, task_, parser_.file());
    const auto computed = [](const Mention& m) {
      return m.signature == "inclusion/1" || m.signature == "exclusion/1";
    };
    // Where a body speaks of them they are predicates like others.
    if (std::ranges::none_of(mentions_, computed)) compute_examples(task_);
    return std::move(task_);
  }

 private:
  // Errors about a value get the place where it stands.
  template <class Make>
  std::invoke_result_t<Make> located(Position at, Make&& make) {
    try {
      return make();
    } catch (const InputError& e) {
      parser_.fail(at, e.what());
    }
  }

  void statement() {
    const logic::Token& token = parser_.peek();
    if (token.kind == logic::Token::Kind::integer && parser_.peek(1).text == "~") {
      return given_rule();
    }
    if (token.kind != logic::Token::Kind::directive) {
      background_.push_back(rule("the background knowledge"));
      return;
    }
    const logic::Token directive = parser_.take();
    if (directive.text == "#pos") return example(true, directive.position);
    if (directive.text == "#neg") return example(false, directive.position);
    if (directive.text == "#modeh") return mode(true);
    if (directive.text == "#modeb") return mode(false);
    if (directive.text == "#constant") return constant();
    if (directive.text == "#maxv") return number(task_.bias.max_variables);
    if (directive.text == "#max_penalty") return max_penalty();
    if (directive.text == "#bias") return bias(directive.position);
    // Bounds on choice rules and weak constraints: those come from #modeha and #modeo, which are
    // refused.
    int unused = 0;
    for (const char* bound : {"#minhl", "#maxhl", "#maxp"}) {
      if (directive.text == bound) return number(unused);
    }
    refuse(directive);
  }

  [[noreturn]] void refuse(const logic::Token& directive) {
    for (const auto& [name, what] : kBeyond) {
      if (directive.text == name) {
        parser_.fail(directive.position, fmt::format("{} ({}) is beyond this learner", name, what));
      }
    }
    parser_.fail(directive.position,
                 fmt::format("{} is not known; known are #pos, #neg, #modeh, #modeb, #constant, "
                             "#maxv, #max_penalty and #bias",
                             directive.text));
  }

  // Of the whole cost. It was meant for the file's penalties, not for others that replace them.
  void max_penalty() {
    int value = 0;
    number(value);
    if (!options_.penalty) task_.max_cost = value;
  }

  // #bias("penalty(1, head(X)) :- in_head(X).").
  void bias(Position at) {
    parser_.expect("(");
    if (parser_.peek().kind != logic::Token::Kind::string) {
      parser_.fail_expected("a program in quotes");
    }
    const logic::Token program = parser_.take();
    located(program.position, [&] { scoring_.add(program.text); });
    parser_.expect(")");
    parser_.expect(".");
    if (!bias_at_) bias_at_ = at;
    space_.fastlas = true;
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
    words.exceptions(std::ios::badbit);  // memory that runs out is not the end of the words
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
    if (std::ranges::any_of(rule.body, &logic::Literal::aggregate)) {
      parser_.fail(at, "aggregates in the space are beyond this learner");
    }
    learnt_.insert(signature_of(*rule.atom()));
    mention(rule, at, true);
    task_.given.push_back({std::move(rule), length});
  }

  static std::string kind_of(const logic::Rule& rule) {
    if (std::holds_alternative<logic::Choice>(rule.head)) return "choice rules";
    if (std::holds_alternative<logic::Weight>(rule.head)) return "weak constraints";
    return "constraints";
  }

  // A rule or constraint of the background knowledge or of a context.
  logic::Rule rule(const char* where) {
    const Position at = parser_.peek().position;
    logic::Rule rule = parser_.rule();
    if (!rule.atom() && !std::holds_alternative<logic::NoHead>(rule.head)) {
      parser_.fail(at, fmt::format("{} in {} are beyond this learner", kind_of(rule), where));
    }
    mention(rule, at, false);
    return rule;
  }

  void mention(const logic::Rule& rule, Position at, bool in_space) {
    logic::for_each_atom(rule.body, [&](const Atom& atom) {
      mentions_.push_back({signature_of(atom), at, in_space});
    });
  }

  void example(bool positive, Position at) {
    Example e{.id = "", .positive = positive};
    parser_.expect("(");
    if (!parser_.next_is("{")) {
      e.id = id();
      if (parser_.accept("@")) e.penalty = penalty();
      parser_.expect(",");
    }
    if (e.id.empty()) e.id = fmt::format("line{}_{}", at.line, at.column);
    if (options_.penalty) e.penalty = options_.penalty;
    e.inclusions = atoms();
    parser_.expect(",");
    e.exclusions = atoms();
    Program context;
    if (parser_.accept(",")) {
      parser_.expect("{");
      while (!parser_.accept("}")) context.push_back(rule("a context"));
    }
    parser_.expect(")");
    parser_.expect(".");
    e.context = static_cast<int>(contexts_.size());
    contexts_.push_back(std::move(context));
    task_.examples.push_back(std::move(e));
  }

  // A constant: e1, 17, eg(id9), "first".
  std::string id() {
    const Term term = parser_.term();
    located(term.position, [&] { task_.vocabulary.flatten(Atom{"id", {term}, {}}); });
    return logic::to_string(term);
  }

  Cost penalty() {
    const Position at = parser_.peek().position;
    const int penalty = parser_.integer();
    if (penalty <= 0) parser_.fail(at, "expected a penalty above 0");
    return penalty;
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
    int recall = kAnyRecall;
    if (parser_.peek(1).text == ",") {
      const Position at = parser_.peek().position;
      if (parser_.peek().kind == logic::Token::Kind::integer) {
        recall = parser_.integer();
        if (recall == 0) parser_.fail(at, "expected a recall above 0");
        parser_.expect(",");
      } else if (parser_.accept("*")) {
        parser_.expect(",");
      }
    }
    const Position at = parser_.peek().position;
    const logic::Literal schema = parser_.literal();
    OpenMode open{.says_sign = schema.negated, .at = at};
    open.mode.recall = recall;
    open.mode.positive = !schema.negated;
    open.mode.negative = !head;
    if (schema.negated) not_literal(head, schema, at);
    if (parser_.accept(",")) mode_options(open);
    parser_.expect(")");
    parser_.expect(".");
    if (const Atom* atom = schema.atom()) return atom_mode(*atom, std::move(open), head);
    if (head) parser_.fail(at, "expected an atom as the schema of a head");
    if (!open.mode.positive) {
      parser_.fail(at, "negated comparisons in the space are beyond this learner");
    }
    if (!schema.comparison()) parser_.fail(at, "aggregates in the space are beyond this learner");
    comparison_mode(*schema.comparison(), recall, at);
  }

  // #modeb(not q): FastLAS's way to say (negative).
  void not_literal(bool head, const logic::Literal& schema, Position at) {
    if (head || !schema.atom()) {
      parser_.fail(at, "\"not\" before anything but an atom of a body is beyond this learner");
    }
    space_.fastlas = true;
  }

  void mode_options(OpenMode& open) {
    if (!parser_.accept("(")) parser_.fail_expected("options such as (positive)");
    do {
      const Position at = parser_.peek().position;
      const std::string name = parser_.name();
      if (name == "positive" || name == "negative") {
        (name == "positive" ? open.mode.negative : open.mode.positive) = false;
        open.says_sign = true;
      } else if (name == "anti_reflexive") {
        open.mode.anti_reflexive = true;
      } else if (name == "symmetric") {
        open.mode.symmetric = true;
      } else {
        parser_.fail(
            at, "expected positive, negative, anti_reflexive or symmetric, found \"" + name + "\"");
      }
    } while (parser_.accept(","));
    parser_.expect(")");
  }

  void atom_mode(const Atom& atom, OpenMode open, bool head) {
    std::vector<Term> leaves;
    open.mode.predicate = task_.vocabulary.predicate(atom, is_leaf, leaves);
    open.mode.declaration = space_.declarations++;
    for (const Term& t : leaves) add_place(open, t, head);
    check_flags(open, head);
    if (head) {
      learnt_.insert(signature_of(atom));
    } else {
      mentions_.push_back({signature_of(atom), atom.position, true});
    }
    (head ? space_.heads : space_.bodies).push_back(std::move(open));
  }

  void add_place(OpenMode& open, const Term& t, bool head) {
    Hole place;
    std::string constant_type;
    if (t.kind == Term::Kind::operation) {
      parser_.fail(t.position, fmt::format("arithmetic in a mode declaration ({}) is beyond this "
                                           "learner",
                                           logic::to_string(t)));
    }
    if (!is_placeholder(t)) {
      place.constant = located(t.position, [&] { return task_.vocabulary.value(t); });
    } else if (t.name == "const") {
      constant_type = t.arguments[0].name;
    } else if (t.name == "var") {
      place.type = t.arguments[0].name;
    } else {
      if (head) parser_.fail(t.position, "num_var in a head is beyond this learner");
      place.type = "num_" + t.arguments[0].name;
      open.numeric_places.push_back(open.mode.places.size());
      space_.numeric_types.insert(place.type);
      space_.fastlas = true;
    }
    open.mode.places.push_back(std::move(place));
    open.constant_types.push_back(std::move(constant_type));
  }

  void check_flags(const OpenMode& open, bool head) {
    const Mode& m = open.mode;
    if (head && !m.positive) parser_.fail(open.at, "a head cannot be (negative)");
    if (!m.positive && !m.negative)
      parser_.fail(open.at, "expected positive or negative, not both");
    const bool two = m.places.size() == 2;
    if (m.anti_reflexive && !two) parser_.fail(open.at, "anti_reflexive is about two arguments");
    if (m.symmetric &&
        !(two && !m.places[0].type.empty() && m.places[0].type == m.places[1].type)) {
      parser_.fail(open.at, "symmetric is about two variables of one type");
    }
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
    OpenComparison open{.at = at};
    open.mode.type = variable.arguments[0].name;
    open.mode.comparator = left ? c.comparator : logic::mirrored(c.comparator);
    open.mode.recall = recall;
    open.mode.declaration = space_.declarations++;
    if (is_placeholder(constant)) {
      open.constant_type = constant.arguments[0].name;
    } else {
      open.mode.constants.push_back(located(at, [&] { return task_.vocabulary.value(constant); }));
    }
    space_.comparisons.push_back(std::move(open));
  }

  std::string type_name() {
    return parser_.peek().kind == logic::Token::Kind::variable ? parser_.take().text
                                                               : parser_.name();
  }

  // #constant(type, term).  #constant(type, 0..4).
  void constant() {
    parser_.expect("(");
    const std::string type = type_name();
    parser_.expect(",");
    const Position at = parser_.peek().position;
    const Term term = parser_.term();
    parser_.expect(")");
    parser_.expect(".");
    std::vector<Value>& values = space_.constants[type];
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

  void check_whole() {
    for (const Mention& m : mentions_) {
      if (!learnt_.contains(m.signature)) continue;
      const std::string name = m.signature.substr(0, m.signature.find('/'));
      parser_.fail(m.at, fmt::format("{} {} is beyond this learner",
                                     m.in_space ? "recursion through the learnt head"
                                                : "background knowledge about the learnt head",
                                     name));
    }
    if (space_.heads.empty() && task_.given.empty()) {
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
  OpenSpace space_;
  std::set<std::string> learnt_;  // signatures
  std::vector<Mention> mentions_;
  UnitScoring scoring_;
  std::optional<Position> bias_at_;
};

}  // namespace

Task parse_task(std::string_view text, const std::string& file, const ReadOptions& options) {
  return Reader(text, file, options).read();
}

Task read_task(const std::string& path, const ReadOptions& options) {
  return parse_task(read_file(path), path, options);
}

}  // namespace holdfast::learn
