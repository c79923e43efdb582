#include "holdfast/learn/differential.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/base/rng.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/learner.h"
#include "holdfast/logic/clingo.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t kMostRules = 3000;

// A schema such as p([r],[#k]): a variable of type r, a constant of kind k.
std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

// The first [...] of a schema, without its brackets; empty if there is none.
std::string first_hole(const std::string& schema) {
  const std::size_t open = schema.find('[');
  if (open == std::string::npos) return "";
  return schema.substr(open + 1, schema.find(']') - open - 1);
}

// p(1,2) in context K is p(K,1,2), so that clingo sees all contexts at once.
std::string in_context(const std::string& atom, const std::string& context) {
  const std::size_t open = atom.find('(');
  if (open == std::string::npos) return atom + "(" + context + ")";
  return atom.substr(0, open + 1) + context + "," + atom.substr(open + 1);
}

// What may stand in a body: a literal or a threshold.
struct Piece {
  std::string text;       // as in the task
  std::string in_clingo;  // with the context
  std::set<std::string> variables;
  bool binds = false;      // a positive literal
  bool threshold = false;  // on its only variable
  int declaration = 0;
};

struct SpaceRule {
  std::string head;   // an atom with variables
  std::string group;  // rules of a group count together for rules_per_head
  std::string body;
  std::string in_clingo;
  int length = 0;  // what it costs
};

struct RandomExample {
  bool positive = true;
  std::optional<int> penalty = {};
  Texts inclusions = {};
  Texts exclusions = {};
  Texts facts = {};
};

// The variables of a text: R1, D2, T1.
std::set<std::string> variables_of(const std::string& text) {
  std::set<std::string> found;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == 'R' || text[i] == 'D' || text[i] == 'T') found.insert(text.substr(i, 2));
  }
  return found;
}

// Contexts and examples for clingo: ctx(K), facts p(K,..), true(K,atom), inc(K,atom), exc(K,atom).
std::string world(const std::vector<RandomExample>& examples) {
  std::string program;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const RandomExample& e = examples[i];
    const std::string k = std::to_string(i);
    program += fmt::format("ctx({}). {}({}). ", k, e.positive ? "pos" : "neg", k);
    for (const std::string& f : e.facts) {
      program += in_context(f, k) + fmt::format(". true({},{}). ", k, f);
    }
    for (const std::string& a : e.inclusions) program += fmt::format("inc({},{}). ", k, a);
    for (const std::string& a : e.exclusions) program += fmt::format("exc({},{}). ", k, a);
    program +=
        e.penalty ? fmt::format("soft({},{}).\n", k, *e.penalty) : fmt::format("hard({}).\n", k);
  }
  // Every feature must be known to clingo, also where no context has it.
  return program + "x(n,n). y(n,n). p(n,n,n). q(n,n). w(n). n(n,n,n). at(n,n).\n";
}

// What each rule derives of the examples' atoms, by clingo: pairs of context and atom as text.
using Coverage = std::set<std::string>;

std::vector<Coverage> coverages(const std::vector<RandomExample>& examples, const Texts& heads,
                                const Texts& bodies) {
  std::string program = world(examples);
  for (std::size_t i = 0; i < heads.size(); ++i) {
    program += fmt::format("d({},K,{}) :- ctx(K){}{}.\n", i, heads[i],
                           bodies[i].empty() ? "" : ", ", bodies[i]);
  }
  program +=
      "asked(K,A) :- inc(K,A). asked(K,A) :- exc(K,A).\n"
      "o(R,K,A) :- d(R,K,A), asked(K,A).\n#show o/3.\n";
  std::vector<Coverage> result(heads.size());
  const logic::Solution solution = logic::solve(program);
  for (const logic::Atom& atom : solution.answer_sets.at(0).atoms) {
    result[static_cast<std::size_t>(atom.arguments[0].value)].insert(
        fmt::format("{},{}", atom.arguments[1].value, logic::to_string(atom.arguments[2])));
  }
  return result;
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : rng_(seed, 77) {
    do {
      *this = Generator(rng_);
    } while (rules.empty() || rules.size() > kMostRules);
  }

  std::string text;
  std::vector<RandomExample> examples;
  std::vector<SpaceRule> rules;
  LearnOptions options;

 private:
  explicit Generator(Rng& rng) : rng_(rng) {
    choose_values();
    about_thresholds_ = draw(3) == 0;
    max_variables_ = 1 + draw(about_thresholds_ ? 2 : 3);
    max_length_ = about_thresholds_ ? 5 : 3 + draw(4);
    max_thresholds_ = draw(4);
    if (draw(3) == 0) max_entities_ = 1 + draw(2);
    if (draw(3) == 0) {
      head_cost_ = draw(3);
      literal_cost_ = 1 + draw(2);
    }
    declare_heads();
    declare_bodies();
    for (int n = about_thresholds_ ? 1 + draw(2) : draw(4); n > 0; --n) declare_comparison();
    if (draw(3) == 0) declare_pair();
    text += fmt::format("#maxv({}).\n% holdfast: max_length {}\n", max_variables_, max_length_);
    if (max_thresholds_ > 0)
      text += fmt::format("% holdfast: max_thresholds {}\n", max_thresholds_);
    if (head_cost_ != 1 || literal_cost_ != 1) {
      text += fmt::format("% holdfast: costs {} {}\n", head_cost_, literal_cost_);
    }
    if (max_entities_) text += fmt::format("% holdfast: max_variables r {}\n", *max_entities_);
    for (const auto& [kind, values] : constants_) {
      for (const std::string& v : values) text += fmt::format("#constant({}, {}).\n", kind, v);
    }
    for (const auto& [head, group] : heads_) extend(head, group, 0, {});
    if (rules.empty() || rules.size() > kMostRules) return;
    if (about_thresholds_ || draw(2) == 0) {
      plant();
    } else {
      for (int n = 3 + draw(6); n > 0; --n) add_example(head_schemas_);
    }
    add_given();
    for (std::size_t i = 0; i < examples.size(); ++i) text += text_of(examples[i], i);
    options.rules_per_head = draw(4);
    options.engine = static_cast<Engine>(draw(3));
    options.threads = 1 + draw(2);
    // So little time that it runs out in any part of the work.
    if (draw(3) == 0) options.seconds = 1e-5 * std::pow(10.0, 3 * rng_.uniform());
  }

  int draw(int n) { return static_cast<int>(rng_.below(static_cast<std::uint32_t>(n))); }
  const std::string& any(const Texts& of) {
    return of[static_cast<std::size_t>(draw(static_cast<int>(of.size())))];
  }

  void choose_values() {
    const std::vector<Texts> values{{"1", "2", "3", "4"},
                                    {"b", "m", "z", "a"},
                                    {"1", "3", "b", "z", "\"s\"", "c(1,2)", "c(2)", "(1,2)"},
                                    {"c(1,2)", "c(2,1)", "c(1,b)", "2"}};
    const std::vector<Texts> entities{{"1", "2"}, {"e", "f"}, {"e(1)", "e(2)", "1"}};
    values_["d"] = values[static_cast<std::size_t>(draw(4))];
    values_["r"] = entities[static_cast<std::size_t>(draw(3))];
    values_["t"] = {"1", "b", "c(1,2)", "c(b,1)", "c(2,2)"};
  }

  // Every way to fill the holes: variables by their types, constants by their kinds.
  Texts instances(const std::string& schema) const {
    const std::string hole = first_hole(schema);
    if (hole.empty()) return {schema};
    Texts result;
    const auto fill = [&](const std::string& by) {
      for (std::string& t : instances(replaced(schema, "[" + hole + "]", by))) {
        result.push_back(std::move(t));
      }
    };
    if (hole[0] == '#') {
      for (const std::string& v : constants_.at(hole.substr(1))) fill(v);
      return result;
    }
    for (int i = 1; i <= max_variables_; ++i) {
      fill(static_cast<char>(std::toupper(hole[0])) + std::to_string(i));
    }
    return result;
  }

  // The schema as a mode declaration writes it.
  static std::string declared(std::string schema) {
    for (std::string hole; !(hole = first_hole(schema)).empty();) {
      schema = replaced(schema, "[" + hole + "]",
                        hole[0] == '#' ? "const(" + hole.substr(1) + ")" : "var(" + hole + ")");
    }
    return schema;
  }

  // A ground atom of a schema.
  std::string ground(std::string schema) {
    for (std::string hole; !(hole = first_hole(schema)).empty();) {
      schema = replaced(schema, "[" + hole + "]",
                        any(hole[0] == '#' ? constants_.at(hole.substr(1)) : values_.at(hole)));
    }
    return schema;
  }

  void constants(const std::string& kind) {
    Texts& values = constants_[kind];
    for (int n = about_thresholds_ ? 4 : 1 + draw(3); n > 0; --n) {
      const std::string& v = any(values_.at("d"));
      if (std::ranges::find(values, v) == values.end()) values.push_back(v);
    }
  }

  void declare_heads() {
    const Texts schemas{"a", "b([r])", "h([d])", "g([t])", "g(c([d],[d]))", "s([#k])"};
    constants("k");
    std::set<std::string> used;
    for (int n = 1 + draw(2); n > 0; --n) used.insert(about_thresholds_ ? "a" : any(schemas));
    for (const std::string& schema : used) {
      text += fmt::format("#modeh({}).\n", declared(schema));
      head_schemas_.push_back(schema);
      // One group per declaration and constants.
      for (const std::string& head : instances(schema)) {
        heads_.emplace_back(head, schema == "s([#k])" ? head : schema);
      }
    }
  }

  void declare_bodies() {
    const Texts schemas{"x([d])", "y([d])",  "p([r],[d])",     "q([r])",       "n([r],[r])",
                        "w",      "at([t])", "at(c([d],[d]))", "at(c([d],1))", "p([r],[#k])"};
    const Texts with_values{"x([d])", "y([d])"};
    std::set<std::string> used;
    for (int n = 1 + draw(3); n > 0; --n) {
      used.insert(any(about_thresholds_ ? with_values : schemas));
    }
    body_schemas_.assign(used.begin(), used.end());
    for (const std::string& schema : used) {
      const int sign = about_thresholds_ ? 0 : draw(3);
      const bool anti_reflexive = schema == "n([r],[r])" && draw(2) == 0;
      Texts flags;
      if (sign < 2) flags.push_back(sign == 0 ? "positive" : "negative");
      if (anti_reflexive) flags.push_back("anti_reflexive");
      const int declaration =
          declare(fmt::format("{}{}", declared(schema),
                              flags.empty() ? "" : fmt::format(", ({})", fmt::join(flags, ", "))));
      for (const std::string& atom : instances(schema)) {
        if (anti_reflexive && variables_of(atom).size() < 2) continue;
        if (sign != 1) add_literal(atom, false, declaration);
        if (sign != 0) add_literal(atom, true, declaration);
      }
    }
  }

  // Writes `#modeb(recall, what).`
  int declare(const std::string& what) {
    recalls_.push_back(1 + draw(3));
    text += fmt::format("#modeb({}, {}).\n", recalls_.back(), what);
    return static_cast<int>(recalls_.size()) - 1;
  }

  void add_literal(const std::string& atom, bool negated, int declaration) {
    const std::string no = negated ? "not " : "";
    pieces_.push_back({.text = no + atom,
                       .in_clingo = no + in_context(atom, "K"),
                       .variables = variables_of(atom),
                       .binds = !negated,
                       .declaration = declaration});
  }

  void declare_comparison() {
    const Texts comparators{"<", "<=", ">", ">=", "=", "!="};
    // Often with the constants of the last one, so that thresholds of both allow the same values.
    if (compared_with_.empty() || draw(2) == 0) {
      compared_with_ = "c" + std::to_string(recalls_.size());
      constants(compared_with_);
    }
    const std::string type = about_thresholds_ || draw(4) ? "d" : "t";
    const std::string schema = fmt::format("[{}] {} [#{}]", type, any(comparators), compared_with_);
    const int declaration = declare(declared(schema));
    for (const std::string& t : instances(schema)) {
      pieces_.push_back({.text = t,
                         .in_clingo = t,
                         .variables = {t.substr(0, 2)},
                         .threshold = true,
                         .declaration = declaration});
    }
  }

  // A comparison of two variables.
  void declare_pair() {
    const Texts comparators{"<", "<=", ">", ">=", "=", "!="};
    const Texts types{"d", "r", "t"};
    const std::string schema =
        fmt::format("[{}] {} [{}]", any(types), any(comparators), any(types));
    const int declaration = declare(declared(schema));
    for (const std::string& t : instances(schema)) {
      if (variables_of(t).size() < 2) continue;
      pieces_.push_back(
          {.text = t, .in_clingo = t, .variables = variables_of(t), .declaration = declaration});
    }
  }

  // Adds pieces from `first` on to a body, and keeps the rules that are allowed.
  void extend(const std::string& head, const std::string& group, std::size_t first,
              std::vector<const Piece*> body) {
    if (rules.size() > kMostRules) return;
    if (is_allowed(head, body)) rules.push_back(rule_of(head, group, body));
    if (static_cast<int>(body.size()) + 1 == max_length_) return;
    for (std::size_t i = first; i < pieces_.size(); ++i) {
      body.push_back(&pieces_[i]);
      const auto used = std::ranges::count_if(
          body, [&](const Piece* p) { return p->declaration == body.back()->declaration; });
      if (used <= recalls_[static_cast<std::size_t>(body.back()->declaration)]) {
        extend(head, group, i + 1, body);
      }
      body.pop_back();
    }
  }

  bool is_allowed(const std::string& head, const std::vector<const Piece*>& body) const {
    std::set<std::string> all = variables_of(head), bound;
    std::map<std::string, int> thresholds, of_type;
    for (const Piece* p : body) {
      all.insert(p->variables.begin(), p->variables.end());
      if (p->binds) bound.insert(p->variables.begin(), p->variables.end());
      if (p->threshold) ++thresholds[*p->variables.begin()];
    }
    for (const std::string& v : all) ++of_type[v.substr(0, 1)];
    // Variables without a gap: others are the same rules by other names.
    for (const std::string& v : all) {
      if (v[1] - '0' > of_type[v.substr(0, 1)]) return false;
    }
    for (const auto& [variable, count] : thresholds) {
      if (max_thresholds_ > 0 && count > max_thresholds_) return false;
    }
    return all == bound && static_cast<int>(all.size()) <= max_variables_ &&
           (!max_entities_ || of_type["R"] <= *max_entities_);
  }

  SpaceRule rule_of(const std::string& head, const std::string& group,
                    const std::vector<const Piece*>& body) const {
    Texts plain, in_clingo;
    for (const Piece* p : body) {
      plain.push_back(p->text);
      in_clingo.push_back(p->in_clingo);
    }
    return {head, group, fmt::format("{}", fmt::join(plain, ", ")),
            fmt::format("{}", fmt::join(in_clingo, ", ")),
            head_cost_ + literal_cost_ * static_cast<int>(body.size())};
  }

  // Some rules of the space are given as well, with lengths of their own.
  void add_given() {
    const std::size_t declared_rules = rules.size();
    if (declared_rules == 0 || draw(3) > 0) return;
    for (int n = 1 + draw(3); n > 0; --n) {
      SpaceRule rule = rules[static_cast<std::size_t>(draw(static_cast<int>(declared_rules)))];
      rule.length = 1 + draw(4);
      // Heads that differ in their constants only are apart; variables are alike.
      std::string group = "given " + rule.head;
      for (const std::string& v : variables_of(rule.head)) {
        while (group.find(v) != std::string::npos) group = replaced(group, v, "_");
      }
      rule.group = group;
      text += fmt::format("{} ~ {}{}{}.\n", rule.length, rule.head, rule.body.empty() ? "" : " :- ",
                          rule.body);
      rules.push_back(std::move(rule));
    }
  }

  void add_example(const Texts& heads) {
    const Texts schemas{"x([d])", "y([d])",     "p([r],[d])", "q([r])",
                        "w",      "n([r],[r])", "at([t])",    "at(c([d],[d]))"};
    RandomExample e{.positive = draw(4) > 0};
    if (draw(8) > 0) e.penalty = 1 + draw(12);
    std::set<std::string> facts, atoms;
    for (int n = 1 + draw(about_thresholds_ ? 2 : 7); n > 0; --n) {
      // Mostly what rules may ask for.
      facts.insert(ground(any(draw(4) ? body_schemas_ : schemas)));
    }
    for (int n = 1 + (draw(3) == 0 ? draw(3) : 0); n > 0; --n) {
      // Now and then an atom that the context decides.
      atoms.insert(ground(any(draw(12) == 0 ? schemas : heads)));
    }
    e.facts.assign(facts.begin(), facts.end());
    for (const std::string& atom : atoms) (draw(2) ? e.inclusions : e.exclusions).push_back(atom);
    examples.push_back(std::move(e));
  }

  // Many examples, labelled by a rule of the space: few that are labelled at random hardly ever
  // need a long one.
  void plant() {
    const auto any_rule = [&] {
      return rules[static_cast<std::size_t>(draw(static_cast<int>(rules.size())))];
    };
    SpaceRule rule = any_rule();
    for (int n = 0; n < 6; ++n) {
      SpaceRule other = any_rule();
      if (other.length > rule.length) rule = std::move(other);
    }
    for (int n = 10 + draw(20); n > 0; --n) add_example({rule.group});
    const Coverage derived = coverages(examples, {rule.head}, {rule.in_clingo}).front();
    for (std::size_t i = 0; i < examples.size(); ++i) {
      RandomExample& e = examples[i];
      Texts atoms = std::exchange(e.inclusions, {});
      atoms.insert(atoms.end(), e.exclusions.begin(), e.exclusions.end());
      e.exclusions.clear();
      for (std::string& atom : atoms) {
        const bool holds = derived.contains(fmt::format("{},{}", i, atom));
        (holds ? e.inclusions : e.exclusions).push_back(std::move(atom));
      }
      e.positive = true;
    }
  }

  static std::string text_of(const RandomExample& e, std::size_t number) {
    std::string context;
    for (const std::string& f : e.facts) context += f + ". ";
    return fmt::format("#{}(e{}{}, {{{}}}, {{{}}}, {{{}}}).\n", e.positive ? "pos" : "neg", number,
                       e.penalty ? fmt::format("@{}", *e.penalty) : "",
                       fmt::join(e.inclusions, ", "), fmt::join(e.exclusions, ", "), context);
  }

  Rng rng_;
  // Tasks whose rules have little else: several on one variable must be needed now and then.
  bool about_thresholds_ = false;
  int max_variables_ = 0, max_length_ = 0, max_thresholds_ = 0;
  int head_cost_ = 1, literal_cost_ = 1;
  std::optional<int> max_entities_;
  std::map<std::string, Texts> values_, constants_;
  Texts head_schemas_, body_schemas_;
  std::vector<std::pair<std::string, std::string>> heads_;  // with their groups
  std::string compared_with_;                               // kind of constants
  std::vector<int> recalls_;
  std::vector<Piece> pieces_;
};

// The shortest rule of each group for each coverage.
using Choices = std::map<std::pair<std::string, Coverage>, int>;

Choices choices_of(const Generator& task) {
  Texts heads, bodies;
  for (const SpaceRule& r : task.rules) {
    heads.push_back(r.head);
    bodies.push_back(r.in_clingo);
  }
  const std::vector<Coverage> covers = coverages(task.examples, heads, bodies);
  Choices choices;
  for (std::size_t i = 0; i < covers.size(); ++i) {
    const auto [it, fresh] =
        choices.try_emplace({task.rules[i].group, covers[i]}, task.rules[i].length);
    if (!fresh) it->second = std::min(it->second, task.rules[i].length);
  }
  return choices;
}

constexpr const char* kJudgement = R"(
derived(K,A) :- true(K,A).
bad(K) :- inc(K,A), not derived(K,A).
bad(K) :- exc(K,A), derived(K,A).
covered(K) :- pos(K), not bad(K).
covered(K) :- neg(K), bad(K).
:~ soft(K,P), not covered(K). [P,soft,K]
)";

// The least cost of a hypothesis that covers all hard examples; none if there is none.
std::optional<Cost> least_cost(const Generator& task, const Choices& choices) {
  std::string program = world(task.examples) + kJudgement;
  std::map<std::string, int> groups;
  int n = 0;
  for (const auto& [choice, length] : choices) {
    const auto& [group, covers] = choice;
    const int g = groups.try_emplace(group, static_cast<int>(groups.size())).first->second;
    program += fmt::format("rule({},{},{}).", n, g, length);
    for (const std::string& c : covers) program += fmt::format(" derived({}) :- in({}).", c, n);
    program += '\n';
    ++n;
  }
  program += "{ in(R) } :- rule(R,_,_).\n:~ in(R), rule(R,_,L). [L,rule,R]\n";
  program += ":- hard(K), not covered(K).\n";
  if (task.options.rules_per_head > 0) {
    program += fmt::format(":- rule(_,G,_), #count {{ R : in(R), rule(R,G,_) }} > {}.\n",
                           task.options.rules_per_head);
  }
  const logic::Solution solution = logic::solve(program + "#show in/1.\n", {.optimise = true});
  if (solution.answer_sets.empty()) return {};
  return solution.answer_sets.back().cost.empty() ? 0 : solution.answer_sets.back().cost[0];
}

// The body of a rule that was learnt, with contexts.
std::string body_in_context(const logic::Rule& rule) {
  Texts body;
  for (logic::Literal literal : rule.body) {
    if (auto* atom = std::get_if<logic::Atom>(&literal.content)) {
      atom->arguments.insert(atom->arguments.begin(), logic::Term::variable("K"));
    }
    body.push_back(logic::to_string(literal));
  }
  return fmt::format("{}", fmt::join(body, ", "));
}

class Judge {
 public:
  Judge(const Generator& task, const LearnResult& result) : task_(task), result_(result) {}

  std::string failure(const Choices& choices, Cost optimum) {
    if (const std::string why = wrong_rule(choices); !why.empty()) return why;
    const Cost cost = cost_of_rules();
    if (cost != result_.cost) {
      return fmt::format("the rules cost {}, and the result says {}", cost, result_.cost);
    }
    if (result_.cost < optimum || result_.bound > optimum) {
      return fmt::format("cost {} and bound {}, but the optimum is {}", result_.cost, result_.bound,
                         optimum);
    }
    if (result_.optimal != (result_.bound == result_.cost)) return "bound and proof disagree";
    if (task_.options.seconds == 0 && !result_.optimal) return "no proof without a time limit";
    return "";
  }

 private:
  // A rule that is not in the space, or has another length there, or too many of one head.
  std::string wrong_rule(const Choices& choices) {
    Texts heads, bodies;
    for (const LearntRule& r : result_.rules) {
      heads.push_back(logic::to_string(*r.rule.atom()));
      bodies.push_back(body_in_context(r.rule));
    }
    covers_ = coverages(task_.examples, heads, bodies);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const bool known = std::ranges::any_of(choices, [&](const auto& choice) {
        return choice.first.second == covers_[i] && choice.second <= result_.rules[i].length;
      });
      if (!known) return "not in the space: " + logic::to_string(result_.rules[i].rule);
    }
    return "";
  }

  Cost cost_of_rules() const {
    std::string program =
        world(task_.examples) + kJudgement + ":~ hard(K), not covered(K). [1@2,K]\n";
    Cost length = 0;
    for (std::size_t i = 0; i < covers_.size(); ++i) {
      length += result_.rules[i].length;
      for (const std::string& c : covers_[i]) program += fmt::format("derived({}).\n", c);
    }
    const logic::Solution solution =
        logic::solve(program + "s :- soft(_,_). #show s/0.\n", {.optimise = true});
    const std::vector<std::int64_t>& cost = solution.answer_sets.at(0).cost;
    return length + (cost.empty() ? 0 : cost.back());
  }

  const Generator& task_;
  const LearnResult& result_;
  std::vector<Coverage> covers_;
};

std::string failure_of(const Generator& task) {
  const Choices choices = choices_of(task);
  const std::optional<Cost> optimum = least_cost(task, choices);
  try {
    const LearnResult result = learn(parse_task(task.text, "random.las"), task.options);
    if (!optimum) return "a hypothesis, but none covers all hard examples";
    return Judge(task, result).failure(choices, *optimum);
  } catch (const InputError& e) {
    const bool out_of_time = std::string(e.what()).find("found in time") != std::string::npos;
    if (optimum && !out_of_time)
      return fmt::format("{}, but the optimum is {}", e.what(), *optimum);
  }
  return "";
}

}  // namespace

DifferentialOutcome differential(std::uint64_t seed) {
  const Generator task(seed);
  DifferentialOutcome outcome{.task = task.text, .rules = static_cast<int>(task.rules.size())};
  outcome.task +=
      fmt::format("%% rules per head {}, engine {}, seconds {}\n", task.options.rules_per_head,
                  static_cast<int>(task.options.engine), task.options.seconds);
  outcome.failure = failure_of(task);
  return outcome;
}

}  // namespace holdfast::learn
