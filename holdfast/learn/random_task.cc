#include "holdfast/learn/random_task.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "holdfast/base/rng.h"

namespace holdfast::learn {
namespace {

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

// What may stand in a body: a literal or a threshold.
struct Piece {
  std::string text;       // as in the task
  std::string in_clingo;  // with the context
  std::set<std::string> variables;
  bool binds = false;      // a positive literal
  bool threshold = false;  // on its only variable
  int declaration = 0;
};

// The variables of a text: R1, D2, T1.
std::set<std::string> variables_of(const std::string& text) {
  std::set<std::string> found;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == 'R' || text[i] == 'D' || text[i] == 'T') found.insert(text.substr(i, 2));
  }
  return found;
}

class Generator : public RandomTask {
 public:
  explicit Generator(std::uint64_t seed) : rng_(seed, 77) {
    do {
      *this = Generator(rng_);
    } while (rules.empty() || rules.size() > kMostRules);
  }

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
      const std::string place = fmt::format("[{}]", hole);
      schema = replaced(
          schema, place,
          hole[0] == '#' ? fmt::format("const({})", hole.substr(1)) : fmt::format("var({})", hole));
    }
    return schema;
  }

  // A ground atom of a schema.
  std::string ground(std::string schema) {
    for (std::string hole; !(hole = first_hole(schema)).empty();) {
      const std::string place = fmt::format("[{}]", hole);
      schema = replaced(schema, place,
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

}  // namespace

RandomTask random_task(std::uint64_t seed) { return Generator(seed); }

}  // namespace holdfast::learn
