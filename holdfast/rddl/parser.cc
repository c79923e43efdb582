#include "holdfast/rddl/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "holdfast/rddl/expression_parser.h"

namespace holdfast::rddl {
namespace {

constexpr int kMostHorizon = 1000000;

class Parser {
 public:
  Parser(std::string_view text, const std::string& file, Blocks& blocks)
      : tokens_(text, file), blocks_(blocks) {}

  void run() {
    while (tokens_.peek().kind != Token::Kind::end) {
      if (tokens_.accept_word("domain")) {
        domain();
      } else if (tokens_.accept_word("non-fluents")) {
        constants();
      } else if (tokens_.accept_word("instance")) {
        instance();
      } else {
        tokens_.expected("'domain', 'non-fluents' or 'instance'");
      }
    }
  }

 private:
  // What is in { }, with an optional ; after it; `read` reads one item.
  template <class F>
  void block(F&& read) {
    tokens_.expect_mark("{");
    while (!tokens_.accept_mark("}")) read();
    tokens_.accept_mark(";");
  }

  // `name = value;`
  Name name_value() {
    tokens_.expect_mark("=");
    Name value = tokens_.expect_name("a name");
    tokens_.expect_mark(";");
    return value;
  }

  void domain() {
    Domain d;
    d.file = tokens_.file();
    d.name = tokens_.expect_name("the domain's name");
    rewarded_ = false;
    block([&] { section(d); });
    if (!rewarded_) tokens_.fail(d.name.at, fmt::format("domain {} has no reward", d.name.text));
    blocks_.domains.push_back(std::move(d));
  }

  void section(Domain& d) {
    const Position at = tokens_.peek().at;
    if (tokens_.accept_word("requirements")) {
      requirements();
    } else if (tokens_.accept_word("types")) {
      block([&] { type(d); });
    } else if (tokens_.accept_word("pvariables")) {
      block([&] { d.fluents.push_back(fluent()); });
    } else if (tokens_.accept_word("cpfs") || tokens_.accept_word("cdfs")) {
      block([&] { d.formulas.push_back(formula()); });
    } else if (tokens_.accept_word("reward")) {
      if (rewarded_) tokens_.fail(at, "a domain has one reward; this is the second");
      tokens_.expect_mark("=");
      d.reward = statement();
      rewarded_ = true;
    } else if (tokens_.accept_word("state-action-constraints") ||
               tokens_.accept_word("action-preconditions")) {
      block([&] { d.constraints.push_back(statement()); });
    } else {
      unknown_section();
    }
  }

  [[noreturn]] void unknown_section() const {
    const Token& token = tokens_.peek();
    constexpr std::array<std::string_view, 3> refused = {"termination", "state-invariants",
                                                         "objects"};
    if (token.kind == Token::Kind::name &&
        std::find(refused.begin(), refused.end(), token.text) != refused.end()) {
      tokens_.refuse(token.at, fmt::format("'{}' in a domain is", token.text));
    }
    tokens_.expected("a section of the domain (types, pvariables, cpfs, reward, ...)");
  }

  // They say what the rest of the file shows.
  void requirements() {
    tokens_.accept_mark("=");
    block([&] {
      tokens_.expect_name("a requirement");
      tokens_.accept_mark(",");
    });
  }

  void type(Domain& d) {
    d.types.push_back(tokens_.expect_name("a type"));
    tokens_.expect_mark(":");
    if (tokens_.at_mark("{")) tokens_.refuse(tokens_.peek().at, "enumerated types are");
    tokens_.expect_word("object");
    tokens_.expect_mark(";");
  }

  FluentDeclaration fluent() {
    FluentDeclaration f;
    f.name = tokens_.expect_name("a fluent");
    if (tokens_.accept_mark("(") && !tokens_.accept_mark(")")) {
      do {
        f.types.push_back(tokens_.expect_name("a type"));
      } while (tokens_.accept_mark(","));
      tokens_.expect_mark(")");
    }
    tokens_.expect_mark(":");
    tokens_.expect_mark("{");
    f.kind = fluent_kind();
    tokens_.expect_mark(",");
    range(f);
    if (tokens_.accept_mark(",")) default_value(f);
    tokens_.expect_mark("}");
    tokens_.expect_mark(";");
    return f;
  }

  FluentKind fluent_kind() {
    const Position at = tokens_.peek().at;
    for (const FluentKind kind :
         {FluentKind::constant, FluentKind::state, FluentKind::action, FluentKind::observation}) {
      if (tokens_.accept_word(to_string(kind))) return kind;
    }
    if (tokens_.at_word("interm-fluent") || tokens_.at_word("derived-fluent")) {
      tokens_.refuse(at, fmt::format("'{}' is", tokens_.peek().text));
    }
    tokens_.expected("non-fluent, state-fluent, action-fluent or observ-fluent");
  }

  void range(FluentDeclaration& f) {
    const Name range = tokens_.expect_name("bool, real or int");
    f.is_boolean = range.text == "bool";
    if (f.is_boolean) return;
    if (range.text != "real" && range.text != "int") {
      tokens_.refuse(range.at, fmt::format("fluents with values in '{}' are", range.text));
    }
    if (f.kind != FluentKind::constant) {
      tokens_.refuse(range.at, fmt::format("{}s of type {} are", to_string(f.kind), range.text));
    }
  }

  void default_value(FluentDeclaration& f) {
    tokens_.expect_word("default");
    tokens_.expect_mark("=");
    const Position at = tokens_.peek().at;
    bool is_boolean = false;
    f.default_value = literal(is_boolean);
    if (is_boolean != f.is_boolean) {
      tokens_.fail(at, fmt::format("the default of {} must be {}", f.name.text,
                                   f.is_boolean ? "true or false" : "a number"));
    }
  }

  double literal(bool& is_boolean) {
    is_boolean = tokens_.at_word("true") || tokens_.at_word("false");
    if (is_boolean) return tokens_.take().text == "true" ? 1 : 0;
    return tokens_.expect_number("true, false or a number");
  }

  Formula formula() {
    Formula f;
    const Token head = tokens_.peek();
    if (head.kind != Token::Kind::name) tokens_.expected("a fluent");
    tokens_.take();
    f.fluent = {head.text, head.at};
    f.primed = head.primed;
    if (tokens_.accept_mark("(") && !tokens_.accept_mark(")")) {
      do {
        if (tokens_.peek().kind != Token::Kind::variable) {
          tokens_.expected("a variable such as ?x");
        }
        const Token& variable = tokens_.take();
        f.variables.push_back({variable.text, variable.at});
      } while (tokens_.accept_mark(","));
      tokens_.expect_mark(")");
    }
    tokens_.expect_mark("=");
    f.body = statement();
    return f;
  }

  Expression statement() {
    Expression e = parse_expression(tokens_);
    tokens_.expect_mark(";");
    return e;
  }

  void constants() {
    Constants c;
    c.file = tokens_.file();
    c.name = tokens_.expect_name("the block's name");
    block([&] {
      if (tokens_.accept_word("domain")) {
        c.domain = name_value();
      } else if (tokens_.accept_word("objects")) {
        block([&] { c.objects.push_back(objects()); });
      } else if (tokens_.accept_word("non-fluents")) {
        block([&] { c.values.push_back(assignment()); });
      } else {
        tokens_.expected("'domain', 'objects' or 'non-fluents'");
      }
    });
    blocks_.constants.push_back(std::move(c));
  }

  Objects objects() {
    Objects o;
    o.type = tokens_.expect_name("a type");
    tokens_.expect_mark(":");
    tokens_.expect_mark("{");
    if (!tokens_.at_mark("}")) {
      do {
        o.names.push_back(object());
      } while (tokens_.accept_mark(","));
    }
    tokens_.expect_mark("}");
    tokens_.expect_mark(";");
    return o;
  }

  Name object() {
    if (tokens_.peek().kind != Token::Kind::object) return tokens_.expect_name("an object");
    const Token& token = tokens_.take();
    return {token.text, token.at};
  }

  Assignment assignment() {
    Assignment a;
    const bool negated = tokens_.accept_mark("~");
    a.fluent = tokens_.expect_name("a fluent");
    if (tokens_.accept_mark("(") && !tokens_.accept_mark(")")) {
      do {
        a.arguments.push_back(object());
      } while (tokens_.accept_mark(","));
      tokens_.expect_mark(")");
    }
    if (negated) {
      a.value = 0;
    } else if (tokens_.accept_mark("=")) {
      a.value = literal(a.is_boolean);
    }
    tokens_.expect_mark(";");
    return a;
  }

  void instance() {
    Instance i;
    i.file = tokens_.file();
    i.name = tokens_.expect_name("the instance's name");
    block([&] { field(i); });
    if (i.domain.text.empty()) {
      tokens_.fail(i.name.at, fmt::format("instance {} does not say of which domain; expected "
                                          "'domain = NAME;'",
                                          i.name.text));
    }
    if (i.horizon == 0) {
      tokens_.fail(i.name.at, fmt::format("instance {} has no horizon; expected 'horizon = STEPS;'",
                                          i.name.text));
    }
    blocks_.instances.push_back(std::move(i));
  }

  void field(Instance& i) {
    if (tokens_.accept_word("domain")) {
      i.domain = name_value();
    } else if (tokens_.accept_word("non-fluents")) {
      i.constants = name_value();
    } else if (tokens_.accept_word("objects")) {
      block([&] { i.objects.push_back(objects()); });
    } else if (tokens_.accept_word("init-state")) {
      block([&] { i.initial.push_back(assignment()); });
    } else if (tokens_.accept_word("max-nondef-actions")) {
      tokens_.expect_mark("=");
      i.most_actions = most_actions();
      tokens_.expect_mark(";");
    } else if (tokens_.accept_word("horizon")) {
      tokens_.expect_mark("=");
      if (tokens_.at_word("terminate-when")) {
        tokens_.refuse(tokens_.peek().at, "'terminate-when' is");
      }
      i.horizon = tokens_.expect_integer("a number of steps", 1, kMostHorizon);
      tokens_.expect_mark(";");
    } else if (tokens_.accept_word("discount")) {
      discount(i);
    } else {
      tokens_.expected(
          "'domain', 'non-fluents', 'objects', 'init-state', 'max-nondef-actions', 'horizon' or "
          "'discount'");
    }
  }

  int most_actions() {
    if (tokens_.accept_word("pos-inf")) return Instance::kAnyNumber;
    return tokens_.expect_integer("a number of actions", 1, Instance::kAnyNumber);
  }

  void discount(Instance& i) {
    tokens_.expect_mark("=");
    const Position at = tokens_.peek().at;
    i.discount = tokens_.expect_number("a number");
    if (!(i.discount > 0 && i.discount <= 1)) {
      tokens_.fail(at,
                   fmt::format("expected a discount above 0 and at most 1, found {}", i.discount));
    }
    tokens_.expect_mark(";");
  }

  TokenStream tokens_;
  Blocks& blocks_;
  bool rewarded_ = false;
};

}  // namespace

const char* to_string(FluentKind kind) {
  switch (kind) {
    case FluentKind::constant:
      return "non-fluent";
    case FluentKind::state:
      return "state-fluent";
    case FluentKind::action:
      return "action-fluent";
    case FluentKind::observation:
      return "observ-fluent";
  }
  return "";
}

void parse_blocks(std::string_view text, const std::string& file, Blocks& blocks) {
  Parser(text, file, blocks).run();
}

}  // namespace holdfast::rddl
