#include "holdfast/macro/defined_words.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "holdfast/logic/comparator.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/in_words.h"
#include "holdfast/macro/sentences.h"

namespace holdfast {
namespace {

using logic::Aggregate;
using logic::Atom;
using logic::Comparator;
using logic::Literal;
using logic::Term;
using Told = std::optional<std::string>;

constexpr int kDeepest = 8;  // definitions within definitions

struct Limit {
  Comparator comparator;
  int number;
};

std::string limit_text(Limit limit) {
  std::string number = std::to_string(limit.number);
  switch (limit.comparator) {
    case Comparator::less:
      return "less than " + number;
    case Comparator::less_equal:
      return "at most " + number;
    case Comparator::greater:
      return "more than " + number;
    case Comparator::greater_equal:
      return "at least " + number;
    case Comparator::not_equal:
      return "not " + number;
    case Comparator::equal:
      break;
  }
  return number;
}

// What limits say of a number whose sign is a side: "more than 2 to the west" of less than -2.
// Texts that would speak of both sides name them.
std::string with_side(std::string text, std::vector<Limit>& limits) {
  const Sides sides = sides_in(text);
  if (sides.length == 0) return text;
  const auto lies_above = [](const Limit& l) {
    return l.number >= 0 && l.comparator != Comparator::less &&
           l.comparator != Comparator::less_equal;
  };
  const auto lies_below = [](const Limit& l) {
    return l.number <= 0 && l.comparator != Comparator::greater &&
           l.comparator != Comparator::greater_equal;
  };
  std::string side = sides.above + " (or " + sides.below + ")";
  if (std::ranges::any_of(limits, lies_above)) {
    side = sides.above;
  } else if (std::ranges::any_of(limits, lies_below)) {
    side = sides.below;
    for (Limit& l : limits) l = {mirrored(l.comparator), -l.number};
  }
  return text.replace(sides.start, sides.length, side);
}

// What is said of somebody: "is good with more than 30 %", and of whom: "rock {}".
struct Predicate {
  std::string subject;
  std::string text;
  friend bool operator==(const Predicate&, const Predicate&) = default;
};

// "is near" of several: "are near".
Told plural(const std::string& text) {
  for (const auto& [one, many] : {std::pair{"is ", "are "}, {"has ", "have "}, {"was ", "were "}}) {
    if (text.starts_with(one)) return many + text.substr(std::string(one).size());
  }
  return std::nullopt;
}

std::string joined(const std::vector<std::string>& parts, const std::string& by) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : by) + part;
  return text;
}

// The body of a definition, or the condition of an aggregate, for the names of its variables.
class Conditions {
 public:
  Conditions(const std::vector<Literal>& body, const logic::Vocabulary& vocabulary)
      : vocabulary_(vocabulary) {
    for (const Literal& literal : body) {
      if (const logic::Comparison* c = literal.comparison()) {
        can_tell_ &= !literal.negated && add_limit(*c);
      } else if (const Aggregate* a = literal.aggregate()) {
        can_tell_ &= !literal.negated && !aggregate_;
        aggregate_ = a;
      } else {
        atoms_.push_back(&literal);
      }
    }
  }

  bool can_tell() const { return can_tell_; }
  const Aggregate* aggregate() const { return aggregate_; }
  // Each may be negated.
  const std::vector<const Literal*>& atoms() const { return atoms_; }

  // What a word of the domain says here; empty where its value may be anything.
  std::optional<Predicate> predicate(const Atom& atom) const {
    const auto read = vocabulary_.read(atom);
    const logic::Feature& feature = vocabulary_.features()[static_cast<std::size_t>(read->feature)];
    std::vector<Limit> limits = limits_of(read->value);
    if (read->value && limits.empty()) return std::nullopt;
    const Sentence sentence(feature.says);
    std::string says = with_side(sentence.text, limits);
    std::vector<std::string> values;
    if (read->index) values.push_back(to_string(*read->index));
    std::vector<std::string> texts;
    for (const Limit& l : limits) texts.push_back(limit_text(l));
    if (read->value) values.push_back(joined(texts, " and "));
    if (!read->entity) return Predicate{"", filled(says, values)};
    // The subject must come first, and a verb that has a plural after it.
    const std::size_t place = says.find("{}");
    const std::size_t rest = place == says.npos ? says.npos : place + 3;
    if (rest < says.size() && says[place + 2] == ' ' && plural(says.substr(rest))) {
      return Predicate{says.substr(0, place + 2), filled(says.substr(rest), values)};
    }
    return Predicate{"{}", "has " + joined({feature.name, joined(values, " and ")}, " ") +
                               (says.ends_with('%') ? " %" : "")};
  }

 private:
  std::vector<Limit> limits_of(const Term* value) const {
    if (!value) return {};
    if (value->is_integer()) return {{Comparator::equal, value->value}};
    const auto found = limits_.find(value->name);
    return found == limits_.end() ? std::vector<Limit>{} : found->second;
  }
  bool add_limit(const logic::Comparison& c) {
    if (c.left.is_variable() && c.right.is_integer()) {
      limits_[c.left.name].push_back({c.comparator, c.right.value});
    } else if (c.left.is_integer() && c.right.is_variable()) {
      limits_[c.right.name].push_back({mirrored(c.comparator), c.left.value});
    } else {
      return false;
    }
    return true;
  }

  const logic::Vocabulary& vocabulary_;
  bool can_tell_ = true;
  std::map<std::string, std::vector<Limit>> limits_;
  std::vector<const Literal*> atoms_;
  const Aggregate* aggregate_ = nullptr;
};

class Teller {
 public:
  Teller(std::span<const logic::Rule> rules, const logic::Vocabulary& vocabulary)
      : rules_(rules), vocabulary_(vocabulary) {}

  Told tell(const Atom& atom, int depth = 0) const {
    if (depth == kDeepest) return std::nullopt;
    std::vector<std::string> ways;
    for (const logic::Rule& rule : rules_) {
      const Atom* head = rule.atom();
      if (!head || head->predicate != atom.predicate ||
          head->arguments.size() != atom.arguments.size() || atom.arguments.size() > 1) {
        continue;
      }
      const Told way = tell_definition(rule, atom, depth);
      if (!way) return std::nullopt;
      ways.push_back(*way);
    }
    if (ways.empty()) return std::nullopt;
    return joined(ways, ", or ");
  }

 private:
  bool is_word(const Atom& atom) const { return vocabulary_.read(atom).has_value(); }
  std::string entity_of(const Atom& atom) const {
    return atom.arguments.empty() ? "" : to_string(atom.arguments.front());
  }

  Told tell_definition(const logic::Rule& rule, const Atom& atom, int depth) const {
    const Conditions body(rule.body, vocabulary_);
    if (!body.can_tell()) return std::nullopt;
    const std::string variable = entity_of(*rule.atom());
    const std::string name = entity_of(atom);
    std::vector<std::string> sentences;
    std::vector<Predicate> of_others;
    Told last;  // so that what is said of others ends the sentence
    if (const Aggregate* a = body.aggregate()) {
      last = a->function == Aggregate::Function::count
                 ? tell_count(*a)
                 : tell_extreme(*a, body, variable, name, of_others);
      if (!last) return std::nullopt;
    }
    for (const Literal* literal : body.atoms()) {
      const Atom& condition = *literal->atom();
      const std::string about = entity_of(condition);
      std::string said;
      if (!is_word(condition)) {
        Atom asked = condition;
        if (!asked.arguments.empty() && about == variable) asked.arguments = atom.arguments;
        const Told told = tell(asked, depth + 1);
        if (!told) return std::nullopt;
        said = *told;
      } else {
        const auto predicate = body.predicate(condition);
        if (!predicate || std::ranges::find(of_others, *predicate) != of_others.end()) continue;
        const bool of_head = about == variable && !variable.empty();
        if (!predicate->subject.empty() && !of_head && is_variable(condition)) return std::nullopt;
        said = of(*predicate, of_head ? name : about);
      }
      sentences.push_back(literal->negated ? "not: " + said : said);
    }
    if (last) sentences.push_back(*last);
    if (sentences.empty()) return std::nullopt;
    return joined_sentences(sentences);
  }
  static bool is_variable(const Atom& atom) {
    return !atom.arguments.empty() && atom.arguments.front().is_variable();
  }
  static std::string of(const Predicate& p, const std::string& name) {
    return p.subject.empty() ? p.text : filled(p.subject, {name}) + " " + p.text;
  }

  // What an aggregate asks of the entities that it is about, which its condition calls `variable`.
  std::optional<std::vector<Predicate>> asked_of(const Conditions& condition,
                                                 const std::string& variable) const {
    if (!condition.can_tell() || condition.aggregate()) return std::nullopt;
    std::vector<Predicate> all;
    for (const Literal* literal : condition.atoms()) {
      const Atom& atom = *literal->atom();
      if (literal->negated || !is_word(atom) || entity_of(atom) != variable) return std::nullopt;
      if (const auto predicate = condition.predicate(atom)) all.push_back(*predicate);
    }
    return all;
  }

  // "no rock is good with more than 30 %", "more than 2 rocks are good with more than 30 %".
  Told tell_count(const Aggregate& a) const {
    const auto& guard = a.right ? a.right : a.left;
    if ((a.left && a.right) || !guard || !guard->term.is_integer()) return std::nullopt;
    if (a.elements.size() != 1 || a.elements[0].tuple.size() != 1) return std::nullopt;
    const Conditions condition(a.elements[0].condition, vocabulary_);
    const auto all = asked_of(condition, to_string(a.elements[0].tuple[0]));
    if (!all || all->empty()) return std::nullopt;
    std::vector<std::string> one, many;
    for (const Predicate& p : *all) {
      one.push_back(p.text);
      many.push_back(plural(p.text).value_or(p.text));
    }
    std::string noun = (*all)[0].subject;
    noun = noun.size() > 3 ? noun.substr(0, noun.size() - 3) : "object";
    const Comparator comparator = a.right ? guard->comparator : mirrored(guard->comparator);
    const int n = guard->term.value;
    const bool none =
        (n == 0 && (comparator == Comparator::equal || comparator == Comparator::less_equal)) ||
        (n == 1 && comparator == Comparator::less);
    const bool some =
        (n == 0 && (comparator == Comparator::greater || comparator == Comparator::not_equal)) ||
        (n == 1 && comparator == Comparator::greater_equal);
    if (none || some) return (none ? "no " : "some ") + noun + " " + joined(one, " and ");
    return limit_text({comparator, n}) + " " + noun + "s " + joined(many, " and ");
  }

  // "rock 2 is the nearest of those that are good with more than 30 %". What is asked of all of
  // them is put into `of_others`, since it need not be said of this one again.
  Told tell_extreme(const Aggregate& a, const Conditions& body, const std::string& variable,
                    const std::string& name, std::vector<Predicate>& of_others) const {
    const auto& guard = a.right ? a.right : a.left;
    if ((a.left && a.right) || !guard || guard->comparator != Comparator::equal ||
        !guard->term.is_variable() || a.elements.size() != 1 || a.elements[0].tuple.empty()) {
      return std::nullopt;
    }
    const Atom* mine = measure(body, guard->term.name);
    const Conditions condition(a.elements[0].condition, vocabulary_);
    const Atom* theirs = measure(condition, to_string(a.elements[0].tuple[0]));
    if (!mine || !theirs || mine->predicate != theirs->predicate || entity_of(*mine) != variable) {
      return std::nullopt;
    }
    const auto asked = asked_of(condition, entity_of(*theirs));
    if (!asked) return std::nullopt;
    of_others = *asked;
    std::vector<std::string> many;
    for (const Predicate& p : *asked) many.push_back(plural(p.text).value_or(p.text));
    const logic::Feature& feature =
        vocabulary_.features()[static_cast<std::size_t>(vocabulary_.read(*mine)->feature)];
    const Sentence sentence(feature.says);
    const bool least = a.function == Aggregate::Function::min;
    const std::string& called = least ? sentence.least : sentence.greatest;
    const std::size_t place = sentence.text.find("{}");
    const std::string who = called.empty() || place == std::string::npos
                                ? name
                                : filled(sentence.text.substr(0, place + 2), {name});
    const std::string what = called.empty()
                                 ? (least ? "has the least " : "has the most ") + feature.name
                                 : "is the " + called;
    return who + " " + what + " of " +
           (many.empty() ? "all" : "those that " + joined(many, " and "));
  }
  // The atom whose value is that variable.
  const Atom* measure(const Conditions& conditions, const std::string& variable) const {
    for (const Literal* literal : conditions.atoms()) {
      const auto read = vocabulary_.read(*literal->atom());
      if (!literal->negated && read && read->entity && read->value &&
          to_string(*read->value) == variable) {
        return literal->atom();
      }
    }
    return nullptr;
  }

  std::span<const logic::Rule> rules_;
  const logic::Vocabulary& vocabulary_;
};

}  // namespace

std::string meaning_of(const Atom& atom, std::span<const logic::Rule> rules,
                       const logic::Vocabulary& vocabulary) {
  return Teller(rules, vocabulary).tell(atom).value_or("");
}

}  // namespace holdfast
