#include "holdfast/learn/trace_bias.h"

#include <map>
#include <set>
#include <span>
#include <string>

#include "holdfast/learn/class_cuts.h"
#include "holdfast/learn/feature_shape.h"

namespace holdfast::learn {
namespace {

class BodyBuilder {
 public:
  BodyBuilder(TraceExamples& examples, const TraceHeader& header, const TraceTaskOptions& options)
      : examples_(examples), header_(header), options_(options) {}

  void build() {
    Bias& bias = task_.bias;
    bias.max_variables = 16;
    bias.max_thresholds = options_.intervals ? 2 : 1;
    bias.max_of_type[kEntity] = options_.entities;
    for (const logic::Feature& f : header_.features) {
      const FeatureShape shape = shape_of(f, facts_);
      if (!shape.action) declare_body(f, shape, static_cast<int>(bias.bodies.size()));
    }
    declare_bodies_of_actions();
    declare_overall_words();
    constexpr int kLong = 8, kShort = 6;
    bias.max_length = options_.max_length.value_or(made_.words.empty() ? kLong : kShort);
  }

 private:
  // Words of the past about actions of no entity, by their name: a rule has one last(ACTION).
  void declare_bodies_of_actions() {
    std::map<std::string, std::vector<const logic::Feature*>> by_name;
    for (const logic::Feature& f : header_.features) {
      if (shape_of(f, facts_).action) by_name[f.name].push_back(&f);
    }
    for (const auto& [name, features] : by_name) {
      const int declaration = static_cast<int>(task_.bias.bodies.size());
      for (const logic::Feature* f : features) {
        declare_body(*f, shape_of(*f, facts_), declaration);
      }
    }
  }

  void declare_body(const logic::Feature& f, const FeatureShape& shape, int declaration) {
    Mode mode{.predicate = shape.predicate, .declaration = declaration};
    mode.recall = f.of_entity ? options_.entities : 1;
    if (f.of_entity) mode.places.push_back({kEntity, 0});
    if (shape.action) mode.places.push_back({"", *shape.action});
    const std::string type = f.of_entity && !f.action.empty() ? f.name + "_" + f.action : f.name;
    if (f.kind == logic::Feature::Kind::series) add_value(mode, type + "_index");
    if (f.kind != logic::Feature::Kind::flag) {
      add_value(mode, type);
    } else {
      mode.negative = true;
    }
    task_.bias.bodies.push_back(std::move(mode));
  }

  // Thresholds on the next place, where the classes of the heads differ; once for each type.
  void add_value(Mode& mode, const std::string& type) {
    const std::size_t place = mode.places.size();
    mode.places.push_back({type, 0});
    if (!with_thresholds_.insert(type).second) return;
    const std::vector<Cut> cuts = class_cuts(classes_of(mode.predicate, place),
                                             static_cast<std::size_t>(options_.thresholds));
    cuts_[type] = cuts;
    if (cuts.empty()) return;
    for (const auto comparator : {logic::Comparator::greater, logic::Comparator::less}) {
      ComparisonMode comparison{.type = type, .comparator = comparator};
      for (const Cut& c : cuts) {
        comparison.constants.push_back(comparator == logic::Comparator::greater ? c.below
                                                                                : c.above);
      }
      comparison.declaration = static_cast<int>(task_.bias.comparisons.size());
      comparison.recall = mode.recall;
      task_.bias.comparisons.push_back(std::move(comparison));
    }
  }

  // By head: the values at a place of a predicate's facts, in examples for and against it. A fact
  // about an entity counts for the atoms of that entity, or for those about none.
  std::vector<ClassesByValue> classes_of(int predicate, std::size_t place) const {
    std::map<ActionHead, ClassesByValue> by_head;
    const bool about_none = examples_.about_none.contains(predicate);
    for (std::size_t i = 0; i < task_.examples.size(); ++i) {
      const Example& e = task_.examples[i];
      const bool included = !e.inclusions.empty();
      const ActionHead& head = examples_.heads[i];
      const bool of_entity = made_.actions[static_cast<std::size_t>(head.word)].of_entity;
      const FlatAtom& atom = included ? e.inclusions[0] : e.exclusions[0];
      ClassesByValue& classes = by_head[head];
      task_.contexts.for_each_fact(e.context, [&](int of, std::span<const Value> arguments) {
        if (of != predicate) return;
        if (of_entity && !about_none && arguments[0] != atom.arguments[0]) return;
        ClassCounts& counts = classes[arguments[place]];
        ++(included ? counts.in : counts.out);
      });
    }
    std::vector<ClassesByValue> result;
    for (auto& [head, classes] : by_head) result.push_back(std::move(classes));
    return result;
  }

  // The features that words over all entities are made of.
  std::vector<std::string> entity_features() const {
    std::vector<std::string> names;
    for (const logic::Feature& f : header_.features) {
      const bool plain = f.action.empty() && f.of_entity && f.kind == logic::Feature::Kind::value;
      if (plain && is_amount(f.name)) names.push_back(f.name);
    }
    return names;
  }
  // Whether more and less of it mean something for all entities alike: a distance or a chance, not
  // a direction.
  bool is_amount(const std::string& feature) const {
    const auto it = cuts_.find(feature);
    return it != cuts_.end() && !it->second.empty() && it->second.front().below >= 0;
  }

  std::vector<OverallWord> suggested_words() {
    const std::vector<std::string> features = entity_features();
    std::vector<std::string> chances, amounts;
    for (const std::string& f : features) {
      (header_.chances.contains(f) ? chances : amounts).push_back(f);
    }
    return chances.empty() ? words_of_amounts(features) : words_of_chances(chances, amounts);
  }

  // Where chances are known as such, what people say: none is likely, and which of the likely ones
  // is nearest.
  std::vector<OverallWord> words_of_chances(const std::vector<std::string>& chances,
                                            const std::vector<std::string>& amounts) {
    using enum OverallWord::Kind;
    std::vector<OverallWord> words;
    for (const std::string& f : chances) {
      constexpr std::size_t kCuts = 4;
      for (const Cut& cut : class_cuts(classes_of(facts_.predicate(f, 2), 1), kCuts)) {
        words.push_back({none, f, logic::Comparator::greater, cut.below});
        for (const std::string& measure : amounts) {
          words.push_back({least, f, logic::Comparator::greater, cut.below, measure});
        }
      }
    }
    return words;
  }

  std::vector<OverallWord> words_of_amounts(const std::vector<std::string>& features) {
    std::vector<OverallWord> words;
    for (const std::string& f : features) {
      // Few, because every word multiplies the space.
      constexpr std::size_t kCuts = 2;
      const int predicate = facts_.predicate(f, 2);
      for (const Cut& cut : class_cuts(classes_of(predicate, 1), kCuts)) {
        for (const auto comparator : {logic::Comparator::greater, logic::Comparator::less}) {
          const Value c = comparator == logic::Comparator::greater ? cut.below : cut.above;
          words.push_back({OverallWord::Kind::none, f, comparator, c});
          for (const std::string& measure : features) {
            if (measure == f) continue;
            words.push_back({OverallWord::Kind::least, f, comparator, c, measure});
            words.push_back({OverallWord::Kind::greatest, f, comparator, c, measure});
          }
        }
      }
    }
    return words;
  }

  // A rule may have one word about an entity and one about none.
  void declare_overall_words() {
    if (options_.words) {
      made_.words = *options_.words;
    } else if (options_.overall) {
      made_.words = suggested_words();
    }
    const int none = static_cast<int>(task_.bias.bodies.size());
    std::vector<int> predicates;
    for (const OverallWord& w : made_.words) {
      predicates.push_back(facts_.predicate(w.name(), w.of_entity() ? 1 : 0));
      Mode mode{.predicate = predicates.back(), .declaration = none + (w.of_entity() ? 1 : 0)};
      if (w.of_entity()) mode.places.push_back({kEntity, 0});
      mode.negative = !w.of_entity();
      task_.bias.bodies.push_back(std::move(mode));
    }
    if (!predicates.empty()) add_overall_facts(predicates);
  }

  void add_overall_facts(const std::vector<int>& predicates) {
    std::map<int, std::string> names;
    for (const logic::Feature& f : header_.features) {
      const bool plain = f.action.empty() && f.of_entity && f.kind == logic::Feature::Kind::value;
      if (plain) names[shape_of(f, facts_).predicate] = f.name;
    }
    Contexts extended;
    for (int c = 0; c < task_.contexts.size(); ++c) {
      extended.add();
      EntityValues values;
      task_.contexts.for_each_fact(c, [&](int p, std::span<const Value> a) {
        extended.add_fact({p, {a.begin(), a.end()}});
        if (const auto it = names.find(p); it != names.end()) values[it->second][a[0]] = a[1];
      });
      for (std::size_t w = 0; w < predicates.size(); ++w) {
        for (const Value e : holders(made_.words[w], values)) {
          FlatAtom fact{predicates[w], {}};
          if (made_.words[w].of_entity()) fact.arguments.push_back(e);
          extended.add_fact(fact);
        }
      }
    }
    task_.contexts = std::move(extended);
  }

  TraceExamples& examples_;
  TraceTask& made_ = examples_.made;
  Task& task_ = made_.task;
  const TraceHeader& header_;
  const TraceTaskOptions& options_;
  FactReader facts_{task_.vocabulary};
  std::set<std::string> with_thresholds_;         // types
  std::map<std::string, std::vector<Cut>> cuts_;  // by type
};

}  // namespace

void declare_bodies(TraceExamples& examples, const TraceHeader& header,
                    const TraceTaskOptions& options) {
  BodyBuilder(examples, header, options).build();
}

}  // namespace holdfast::learn
