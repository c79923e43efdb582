#include "holdfast/learn/overall_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "holdfast/base/error.h"
#include "holdfast/logic/comparator.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using Kind = OverallWord::Kind;

bool holds(const OverallWord& word, Value value) {
  return word.comparator == logic::Comparator::greater ? value > word.threshold
                                                       : value < word.threshold;
}

// A rule that has no word of the domain as its head, nor init or contd.
bool defines_a_word(const logic::Rule& rule, const logic::Vocabulary& vocabulary) {
  const logic::Atom* head = rule.atom();
  if (!head || head->predicate == "init" || head->predicate == "contd") return false;
  return std::ranges::none_of(
      vocabulary.actions(), [&](const logic::ActionWord& a) { return a.name == head->predicate; });
}

// Every word over these features whose name ends in this threshold.
std::vector<OverallWord> words_with(int threshold, const std::vector<std::string>& features) {
  std::vector<OverallWord> words;
  for (const std::string& f : features) {
    for (const auto comparator : {logic::Comparator::greater, logic::Comparator::less}) {
      words.push_back({Kind::none, f, comparator, threshold});
      for (const std::string& measure : features) {
        words.push_back({Kind::least, f, comparator, threshold, measure});
        words.push_back({Kind::greatest, f, comparator, threshold, measure});
      }
    }
  }
  return words;
}

// The word that the rule defines, if it is one of ours.
std::optional<OverallWord> word_of(const logic::Rule& rule, const logic::Vocabulary& vocabulary) {
  std::vector<std::string> features;
  for (const logic::Feature& f : vocabulary.features()) {
    if (f.kind == logic::Feature::Kind::value && f.of_entity) features.push_back(f.name);
  }
  // The name ends in the threshold.
  const std::string& name = rule.atom()->predicate;
  int number = 0;
  const std::string digits = name.substr(name.rfind('_') + 1);
  if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc()) {
    return std::nullopt;
  }
  for (const int threshold : {number, -number}) {
    for (const OverallWord& word : words_with(threshold, features)) {
      const logic::Rule definition = word.definition();
      if (definition.head == rule.head && definition.body == rule.body) return word;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string OverallWord::name() const {
  const std::string number =
      threshold < 0 ? fmt::format("minus_{}", -threshold) : std::to_string(threshold);
  const char* side = comparator == logic::Comparator::greater ? "above" : "below";
  const std::string condition = fmt::format("{}_{}_{}", feature, side, number);
  if (kind == Kind::none) return "no_" + condition;
  return fmt::format("{}_{}_{}", kind == Kind::least ? "least" : "most", measure, condition);
}

logic::Rule OverallWord::definition() const {
  const char* sign = comparator == logic::Comparator::greater ? ">" : "<";
  const std::string text =
      kind == Kind::none
          ? fmt::format("{} :- #count{{E : {}(E,V), V {} {}}} = 0.", name(), feature, sign,
                        threshold)
          : fmt::format(
                "{0}(E) :- {1}(E,V), V {2} {3}, {4}(E,M), "
                "M = #{5}{{N : {4}(F,N), {1}(F,W), W {2} {3}}}.",
                name(), feature, sign, threshold, measure, kind == Kind::least ? "min" : "max");
  return logic::parse_rule(text);
}

std::vector<Value> holders(const OverallWord& word, const EntityValues& values) {
  const auto of = values.find(word.feature);
  if (of == values.end()) return word.of_entity() ? std::vector<Value>{} : std::vector<Value>{0};
  std::vector<Value> found;
  for (const auto& [entity, value] : of->second) {
    if (holds(word, value)) found.push_back(entity);
  }
  if (!word.of_entity()) return found.empty() ? std::vector<Value>{0} : std::vector<Value>{};
  const auto measures = values.find(word.measure);
  if (measures == values.end()) return {};
  const auto& measure = measures->second;
  std::erase_if(found, [&](Value e) { return !measure.contains(e); });
  std::optional<Value> best;
  for (const Value e : found) {
    const Value m = measure.at(e);
    if (!best || (word.kind == Kind::least ? m < *best : m > *best)) best = m;
  }
  std::erase_if(found, [&](Value e) { return measure.at(e) != *best; });
  return found;
}

std::vector<OverallWord> take_definitions(std::vector<logic::Rule>& rules,
                                          const logic::Vocabulary& vocabulary) {
  std::vector<OverallWord> words;
  std::vector<logic::Rule> others;
  for (logic::Rule& rule : rules) {
    if (!defines_a_word(rule, vocabulary)) {
      others.push_back(std::move(rule));
    } else if (const std::optional<OverallWord> word = word_of(rule, vocabulary)) {
      words.push_back(*word);
    } else {
      throw InputError(fmt::format(
          "the word that this rule defines cannot be scored on traces, but only those that `learn` "
          "itself makes: {}",
          logic::to_string(rule)));
    }
  }
  rules = std::move(others);
  return words;
}

std::vector<OverallWord> used_in(const std::vector<OverallWord>& words,
                                 const std::vector<logic::Rule>& rules) {
  std::set<std::string> used;
  for (const logic::Rule& rule : rules) {
    logic::for_each_atom(rule.body, [&](const logic::Atom& a) { used.insert(a.predicate); });
  }
  std::vector<OverallWord> result;
  for (const OverallWord& w : words) {
    if (used.contains(w.name())) result.push_back(w);
  }
  return result;
}

}  // namespace holdfast::learn
