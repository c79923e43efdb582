// For tests: random theories of the compiled fragment.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "holdfast/base/rng.h"
#include "holdfast/logic/vocabulary.h"

namespace holdfast::logic {

// A few random rules: each with one to three conditions about one entity or none, thresholds as
// given; and if asked, auxiliary words, counts and extrema.
class RandomTheories {
 public:
  RandomTheories(const Vocabulary& vocabulary, std::vector<int> thresholds)
      : vocabulary_(vocabulary), thresholds_(std::move(thresholds)) {}

  std::string draw(Rng& rng) const { return suggestions(rng, {}); }

  // near(E), some and more(E) stand on features, on aggregates, and on each other.
  std::string draw_of_many(Rng& rng) const {
    std::string text = rule("near(E)", rng, {});
    if (rng.bernoulli(0.5)) text += rule("near(E)", rng, {"#"});
    if (rng.bernoulli(0.3)) text += fmt::format("near({}).\n", an_entity(rng));
    text += rule("some", rng, {"#", "near(E)"});
    if (rng.bernoulli(0.5)) text += "some :- " + aggregate({"near(Q)"}, rng) + ".\n";
    text += rule("more(E)", rng, {"#", "near(E)", "some"});
    // A word that no rule uses is an error.
    return text + suggestions(rng, {"#", "near(E)", "some", "more(E)"}) + a_head(rng) +
           " :- near(E), not some, not more(E).\n";
  }

 private:
  // Conditions that rules may have besides features; "#" stands for an aggregate.
  using Words = std::vector<std::string>;

  std::string suggestions(Rng& rng, const Words& words) const {
    std::string text;
    for (const ActionWord& action : vocabulary_.actions()) {
      const std::string atom = name_of(action);
      if (rng.bernoulli(0.7)) text += rule("init(" + atom + ")", rng, words);
      if (rng.bernoulli(0.7)) text += rule("contd(" + atom + ")", rng, words);
      if (rng.bernoulli(0.3)) text += rule("init(" + atom + ")", rng, words);
      if (rng.bernoulli(0.3)) text += rule(atom, rng, words);
    }
    return text;
  }

  static std::string name_of(const ActionWord& action) {
    return action.of_entity ? action.name + "(E)" : action.name;
  }
  std::string a_head(Rng& rng) const { return name_of(any(vocabulary_.actions(), rng)); }
  std::string an_entity(Rng& rng) const {
    const Term& entity = any(vocabulary_.entities(), rng);
    return entity.is_integer() ? std::to_string(entity.value) : entity.name;
  }

  template <class T>
  static const T& any(const std::vector<T>& items, Rng& rng) {
    return items[rng.below(static_cast<std::uint32_t>(items.size()))];
  }
  static int pick(Rng& rng, std::size_t size) {
    return static_cast<int>(rng.below(static_cast<std::uint32_t>(size)));
  }

  std::string rule(const std::string& head, Rng& rng, const Words& words) const {
    std::string body;
    const int conditions = 1 + pick(rng, 3);
    for (int i = 0; i < conditions; ++i) {
      // The first one is positive, so that it binds the entity.
      body += (i == 0 ? "" : ", ") + condition("E", i, i > 0 && rng.bernoulli(0.2), rng);
    }
    if (!words.empty() && rng.bernoulli(0.8)) {
      const std::string& word = any(words, rng);
      const bool of_each = rng.bernoulli(0.5);
      body += ", " + (word != "#" ? (rng.bernoulli(0.3) ? "not " : "") + word
                      : of_each   ? of_each_entity(words, rng)
                                  : aggregate(words, rng));
    }
    return head + " :- " + body + ".\n";
  }

  std::string condition(const std::string& entity, int i, bool negated, Rng& rng) const {
    // The first one is about an entity, so that it binds it.
    const Feature& feature = i == 0 || i == 7 ? of_entity(rng) : any(vocabulary_.features(), rng);
    const std::string v = "V" + std::to_string(i);
    const std::string d = "D" + std::to_string(i);
    if (feature.kind == Feature::Kind::flag) {
      return (negated ? "not " : "") + atom(feature, entity, "");
    }
    const bool series = feature.kind == Feature::Kind::series;
    const int index = feature.first + pick(rng, static_cast<std::size_t>(feature.column_count()));
    if (negated) {
      const std::string values = (series ? std::to_string(index) + "," : "") + threshold(rng);
      return "not " + atom(feature, entity, values);
    }
    std::string text = atom(feature, entity, (series ? d + "," : "") + v) + ", " + v + " " +
                       comparator(series, rng) + " " + threshold(rng);
    if (series && rng.bernoulli(0.8)) {
      text += ", " + d + " " + comparator(true, rng) + " " + std::to_string(index);
    }
    return text;
  }

  const Feature& of_entity(Rng& rng) const {
    for (;;) {
      const Feature& feature = any(vocabulary_.features(), rng);
      if (feature.of_entity) return feature;
    }
  }

  // The word with these values after what it is about.
  static std::string atom(const Feature& feature, const std::string& entity,
                          const std::string& values) {
    std::string inside = feature.of_entity ? entity : "";
    if (!feature.action.empty()) {
      inside = feature.action + (feature.of_entity ? "(" + entity + ")" : "");
    }
    if (!values.empty()) inside += (inside.empty() ? "" : ",") + values;
    return inside.empty() ? feature.name : feature.name + "(" + inside + ")";
  }

  // Compared with a number, directly or through a variable.
  std::string aggregate(const Words& words, Rng& rng) const {
    const bool counts = rng.bernoulli(0.5);
    const std::string value = counts ? count(words, rng) : extremum(words, rng);
    const std::string number =
        counts ? std::to_string(pick(rng, vocabulary_.entities().size() + 1)) : threshold(rng);
    const std::string c = comparator(false, rng);
    switch (rng.below(4)) {
      case 0:
        return number + " " + c + " " + value;
      case 1:
        return "N = " + value + ", N " + c + " " + number;
      case 2:
        return "not " + value + " " + c + " " + number;
      default:
        return value + " " + c + " " + number;
    }
  }

  // Compared with a value of each entity, or with its number.
  std::string of_each_entity(const Words& words, Rng& rng) const {
    std::vector<Feature> values;
    for (const Feature& feature : vocabulary_.features()) {
      if (feature.kind == Feature::Kind::value && feature.of_entity) values.push_back(feature);
    }
    const bool numbered = any(vocabulary_.entities(), rng).is_integer();
    if (numbered && (values.empty() || rng.bernoulli(0.2))) {
      return (rng.bernoulli(0.5) ? "E = #min{Q : " : "E != #max{Q : ") + members(words, rng) + "}";
    }
    if (values.empty()) return aggregate(words, rng);
    const Feature& value = any(values, rng);
    const std::string c = rng.bernoulli(0.5) ? "=" : comparator(false, rng);
    return fmt::format("{}, X {} {}{{M,Q : {}, {}}}", atom(value, "E", "X"), c,
                       rng.bernoulli(0.5) ? "#min" : "#max", atom(value, "Q", "M"),
                       members(words, rng));
  }

  std::string count(const Words& words, Rng& rng) const {
    std::string text = "#count{Q : " + members(words, rng);
    if (rng.bernoulli(0.2)) text += " ; Q : " + members(words, rng);
    return text + "}";
  }

  // Of a value or of an index.
  std::string extremum(const Words& words, Rng& rng) const {
    const std::string function = rng.bernoulli(0.5) ? "#min{" : "#max{";
    const Feature& feature = any(vocabulary_.features(), rng);
    if (feature.kind == Feature::Kind::flag) return count(words, rng);
    const bool series = feature.kind == Feature::Kind::series;
    return fmt::format("{}{} : {}, V {} {}, {}}}", function,
                       series && rng.bernoulli(0.5) ? "I" : "V",
                       atom(feature, "Q", series ? "I,V" : "V"), comparator(true, rng),
                       threshold(rng), members(words, rng));
  }

  // One or two conditions on Q, one of them perhaps a word.
  std::string members(const Words& words, Rng& rng) const {
    std::string text = condition("Q", 7, false, rng);
    if (rng.bernoulli(0.3)) text += ", " + condition("Q", 8, rng.bernoulli(0.3), rng);
    const std::string& word = any(words, rng);
    if (word == "#" || rng.bernoulli(0.5)) return text;
    const bool of_entity = word.find('(') != std::string::npos;
    return text + (rng.bernoulli(0.3) ? ", not " : ", ") +
           (of_entity ? word.substr(0, word.find('(')) + "(Q)" : word);
  }

  std::string comparator(bool ordered, Rng& rng) const {
    static const std::vector<std::string> all = {"<", ">", "<=", ">=", "=", "!="};
    return all[static_cast<std::size_t>(pick(rng, ordered ? 5 : 6))];
  }

  std::string threshold(Rng& rng) const { return std::to_string(any(thresholds_, rng)); }

  const Vocabulary& vocabulary_;
  std::vector<int> thresholds_;
};

}  // namespace holdfast::logic
