#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/learn/background.h"
#include "holdfast/learn/fastlas.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/located.h"
#include "holdfast/learn/mode_reader.h"
#include "holdfast/learn/open_space.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using logic::Atom;
using logic::Parser;
using logic::Position;
using logic::Term;

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
                                std::pair{"#be", "penalties inside examples"},
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
    if (bias_at_) located(parser_, *bias_at_, [&] { scoring_.apply(task_.bias); });
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
    located(parser_, program.position, [&] { scoring_.add(program.text); });
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
    } else if (int literal = 0;
               key == "costs" && words >> value >> literal && value >= 0 && literal > 0) {
      task_.bias.head_cost = value;
      task_.bias.literal_cost = literal;
    } else {
      parser_.fail(comment.position,
                   "expected \"holdfast: max_length N\", \"holdfast: max_thresholds N\", "
                   "\"holdfast: max_variables TYPE N\" or \"holdfast: costs HEAD LITERAL\"");
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
    e.inclusions = AtomList(atoms());
    parser_.expect(",");
    e.exclusions = AtomList(atoms());
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
    located(parser_, term.position, [&] { task_.vocabulary.flatten(Atom{"id", {term}, {}}); });
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
      result.push_back(located(parser_, at, [&] { return task_.vocabulary.flatten(atom); }));
    } while (parser_.accept(",") || parser_.accept(";"));
    parser_.expect("}");
    return result;
  }

  void mode(bool head) {
    const std::optional<Atom> schema = ModeReader(parser_, task_, space_).read(head);
    if (!schema) return;
    if (head) {
      learnt_.insert(signature_of(*schema));
    } else {
      mentions_.push_back({signature_of(*schema), schema->position, true});
    }
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
      values.push_back(located(parser_, at, [&] { return task_.vocabulary.value(term); }));
      return;
    }
    const auto bound = [&](const Term& t) {
      return located(parser_, at, [&] { return task_.vocabulary.value(t); });
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
  Scoring scoring_;
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
