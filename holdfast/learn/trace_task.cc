#include "holdfast/learn/trace_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "holdfast/base/error.h"
#include "holdfast/learn/class_cuts.h"
#include "holdfast/learn/evaluate.h"
#include "holdfast/learn/feature_shape.h"
#include "holdfast/learn/stakes.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

constexpr const char* kEntity = "entity";

// An action without a name ends stretches and gives no examples of its own.
constexpr int kUnnamed = -1;

enum class Role { init, contd, now };

// "check(2)" as a word and an entity.
struct GroundAction {
  int word = 0;
  std::optional<Value> entity = {};
  bool operator==(const GroundAction&) const = default;
};

struct Step {
  GroundAction action;
  int context = -1;  // in the task, once it is needed
  std::vector<Value> entities = {};
  const TraceStep* trace = nullptr;
};

class Builder {
 public:
  Builder(const Traces& traces, const TraceTaskOptions& options, const HeadForms& forms)
      : traces_(traces), options_(options), forms_(forms), facts_(result_.task.vocabulary) {
    for (const logic::Feature& f : traces.header.features) {
      if (!f.of_entity) about_none_.insert(shape_of(f, facts_).predicate);
    }
  }

  TraceTask build(const std::vector<const TraceEpisode*>& episodes) {
    result_.by_stake = are_by_stake(options_.weights, traces_.file, episodes);
    for (const TraceEpisode* e : episodes) steps_.push_back(steps_of(*e));
    summarise();
    declare_heads();
    for (std::size_t e = 0; e < episodes.size(); ++e) add_episode(*episodes[e], steps_[e]);
    if (result_.task.examples.empty()) {
      throw InputError(Place{traces_.file, 0, 0},
                       "the traces give no examples: no episode is above the mean return, or no "
                       "action is ever repeated");
    }
    declare_bodies();
    weigh();
    return std::move(result_);
  }

 private:
  std::vector<Step> steps_of(const TraceEpisode& episode) {
    std::vector<Step> steps;
    for (const TraceStep& s : episode.steps) {
      steps.push_back({.action = ground_action(s.action), .trace = &s});
    }
    return steps;
  }

  GroundAction ground_action(const std::string& text) {
    if (text.empty()) return {.word = kUnnamed};
    const std::size_t open = text.find('(');
    const std::string name = text.substr(0, open);
    const auto& words = traces_.header.actions;
    const auto word = std::ranges::find(words, name, &TraceAction::name);
    if (word == words.end() || word->of_entity != (open != std::string::npos)) {
      throw InputError("the action " + text + " is not one that the traces announce");
    }
    GroundAction action{.word = static_cast<int>(word - words.begin())};
    if (word->of_entity) {
      action.entity = facts_.value(std::string_view(text).substr(open + 1, text.size() - open - 2));
    }
    return action;
  }

  // As traces have it.
  std::string name_of(const GroundAction& action) const {
    const std::string& name = result_.actions[static_cast<std::size_t>(action.word)].name;
    if (!action.entity) return name;
    return fmt::format("{}({})", name,
                       logic::to_string(result_.task.vocabulary.term(*action.entity)));
  }

  // Calls visit(first, last) for each maximal stretch of equal actions.
  template <class Visit>
  static void for_each_stretch(const std::vector<Step>& steps, Visit&& visit) {
    for (std::size_t first = 0; first < steps.size();) {
      std::size_t last = first;
      while (last + 1 < steps.size() && steps[last + 1].action == steps[first].action) ++last;
      visit(first, last);
      first = last + 1;
    }
  }

  void summarise() {
    for (const TraceAction& word : traces_.header.actions) {
      result_.actions.push_back({.name = word.name, .of_entity = word.of_entity});
    }
    std::vector<int> total(result_.actions.size());
    for (const auto& steps : steps_) {
      for_each_stretch(steps, [&](std::size_t first, std::size_t last) {
        if (steps[first].action.word == kUnnamed) return;
        const auto word = static_cast<std::size_t>(steps[first].action.word);
        ++result_.actions[word].stretches;
        total[word] += static_cast<int>(last - first + 1);
      });
    }
    for (std::size_t i = 0; i < total.size(); ++i) {
      ActionSummary& a = result_.actions[i];
      if (a.stretches > 0) a.mean_stretch = static_cast<double>(total[i]) / a.stretches;
      set_form(a, traces_.header.actions[i].foreseeable);
    }
  }

  // An action that is neither taken nor in the theory has no heads.
  void set_form(ActionSummary& a, bool foreseeable) const {
    if (const auto it = forms_.find(a.name); it != forms_.end()) {
      a.macro = it->second.macro;
      a.now = it->second.now;
    } else if (a.stretches > 0) {
      a.macro = !options_.local && a.mean_stretch > 1 && foreseeable;
      a.now = !a.macro;
    }
  }

  FlatAtom head_atom(Role role, const GroundAction& action) const {
    FlatAtom atom{head_.at({role, action.word}), {}};
    const ActionSummary& a = result_.actions[static_cast<std::size_t>(action.word)];
    if (action.entity) {
      atom.arguments.push_back(*action.entity);
    } else if (role != Role::now) {
      atom.arguments.push_back(name_values_.at(a.name));
    }
    return atom;
  }

  // init(east), init(move(E)), check(E), sample: with holes where entities and names stand.
  void declare_head(Role role, int word) {
    const ActionSummary& a = result_.actions[static_cast<std::size_t>(word)];
    const logic::Term hole = logic::Term::variable("_");
    logic::Atom atom{a.name, {}, {}};
    Mode mode{.declaration = static_cast<int>(result_.task.bias.heads.size())};
    if (role != Role::now) {
      atom.predicate = role == Role::init ? "init" : "contd";
      atom.arguments = {a.of_entity ? logic::Term::function(a.name, {hole}) : hole};
    } else if (a.of_entity) {
      atom.arguments = {hole};
    }
    if (a.of_entity) {
      mode.places.push_back({kEntity, 0});
    } else if (role != Role::now) {
      const Value name = result_.task.vocabulary.value(logic::Term::symbol(a.name));
      name_values_[a.name] = name;
      mode.places.push_back({"", name});
    }
    std::vector<logic::Term> leaves;
    mode.predicate = result_.task.vocabulary.predicate(
        atom, [](const logic::Term& t) { return t.is_variable(); }, leaves);
    head_[{role, word}] = mode.predicate;
    result_.task.bias.heads.push_back(std::move(mode));
  }

  void declare_heads() {
    for (int w = 0; w < static_cast<int>(result_.actions.size()); ++w) {
      const ActionSummary& a = result_.actions[static_cast<std::size_t>(w)];
      if (a.macro) {
        declare_head(Role::init, w);
        declare_head(Role::contd, w);
      }
      if (a.now) declare_head(Role::now, w);
    }
  }

  int context_of(Step& step) {
    if (step.context >= 0) return step.context;
    step.context = result_.task.contexts.add();
    std::set<Value> entities;
    facts_.read(step.trace->facts, [&](const FlatAtom& fact) {
      result_.task.contexts.add_fact(fact);
      const bool about_none = fact.arguments.empty() || about_none_.contains(fact.predicate);
      if (!about_none) entities.insert(fact.arguments[0]);
    });
    step.entities.assign(entities.begin(), entities.end());
    return step.context;
  }

  void add_example(const TraceEpisode& episode, const std::vector<Step>& steps, std::size_t step,
                   Role role, const GroundAction& action, bool included) {
    Example e{.id = fmt::format("e{}", result_.task.examples.size())};
    (included ? e.inclusions : e.exclusions).push_back(head_atom(role, action));
    e.context = steps[step].context;
    result_.task.examples.push_back(std::move(e));
    result_.origins.push_back({action.word, episode.seed, static_cast<int>(step)});
    auto& counts = counts_[{role, action.word}];
    ++(included ? counts.first : counts.second);
    example_heads_.emplace_back(role, action.word);
    if (result_.by_stake) stakes_.push_back(stake_of(*steps[step].trace, name_of(action)));
  }

  // Every ground action of the role's words at a step: `taken` is included, the others are
  // excluded.
  void add_examples(const TraceEpisode& episode, std::vector<Step>& steps, std::size_t step,
                    Role role) {
    context_of(steps[step]);
    const GroundAction& taken = steps[step].action;
    const auto add = [&](const GroundAction& action) {
      add_example(episode, steps, step, role, action, action == taken);
    };
    for (int w = 0; w < static_cast<int>(result_.actions.size()); ++w) {
      const ActionSummary& a = result_.actions[static_cast<std::size_t>(w)];
      if (!(role == Role::now ? a.now : a.macro)) continue;
      if (!a.of_entity) {
        add({.word = w});
        continue;
      }
      for (const Value entity : steps[step].entities) add({w, entity});
    }
  }

  void add_episode(const TraceEpisode& episode, std::vector<Step>& steps) {
    const bool any_now = std::ranges::any_of(result_.actions, &ActionSummary::now);
    for (std::size_t i = 0; any_now && i < steps.size(); ++i) {
      add_examples(episode, steps, i, Role::now);
    }
    for_each_stretch(steps, [&](std::size_t first, std::size_t last) {
      if (steps[first].action.word == kUnnamed) return;
      if (options_.paper && last == first) return;
      add_examples(episode, steps, first, Role::init);
      for (std::size_t i = first + 1; i <= last; ++i) {
        if (!options_.paper) add_examples(episode, steps, i, Role::init);
        add_examples(episode, steps, i, Role::contd);
      }
      if (!options_.paper) add_end(episode, steps, first, last);
    });
  }

  // At the first belief after a stretch the action does not go on.
  void add_end(const TraceEpisode& episode, std::vector<Step>& steps, std::size_t first,
               std::size_t last) {
    const GroundAction& action = steps[first].action;
    const bool macro = result_.actions[static_cast<std::size_t>(action.word)].macro;
    if (!macro || last + 1 == steps.size()) return;
    context_of(steps[last + 1]);
    add_example(episode, steps, last + 1, Role::contd, action, false);
  }

  void declare_bodies() {
    Bias& bias = result_.task.bias;
    bias.max_variables = 16;
    bias.max_thresholds = options_.intervals ? 2 : 1;
    bias.max_of_type[kEntity] = options_.entities;
    for (const logic::Feature& f : traces_.header.features) {
      const FeatureShape shape = shape_of(f, facts_);
      if (!shape.action) declare_body(f, shape, static_cast<int>(bias.bodies.size()));
    }
    declare_bodies_of_actions();
    declare_overall_words();
    constexpr int kLong = 8, kShort = 6;
    bias.max_length = options_.max_length.value_or(result_.words.empty() ? kLong : kShort);
  }

  // Words of the past about actions of no entity, by their name: a rule has one last(ACTION).
  void declare_bodies_of_actions() {
    std::map<std::string, std::vector<const logic::Feature*>> by_name;
    for (const logic::Feature& f : traces_.header.features) {
      if (shape_of(f, facts_).action) by_name[f.name].push_back(&f);
    }
    for (const auto& [name, features] : by_name) {
      const int declaration = static_cast<int>(result_.task.bias.bodies.size());
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
    result_.task.bias.bodies.push_back(std::move(mode));
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
      comparison.declaration = static_cast<int>(result_.task.bias.comparisons.size());
      comparison.recall = mode.recall;
      result_.task.bias.comparisons.push_back(std::move(comparison));
    }
  }

  // By head: the values at a place of a predicate's facts, in examples for and against it. A fact
  // about an entity counts for the atoms of that entity, or for those about none.
  std::vector<ClassesByValue> classes_of(int predicate, std::size_t place) const {
    std::map<std::pair<Role, int>, ClassesByValue> by_head;
    const bool about_none = about_none_.contains(predicate);
    for (std::size_t i = 0; i < result_.task.examples.size(); ++i) {
      const Example& e = result_.task.examples[i];
      const bool included = !e.inclusions.empty();
      const auto& [role, word] = example_heads_[i];
      const bool of_entity = result_.actions[static_cast<std::size_t>(word)].of_entity;
      const FlatAtom& atom = included ? e.inclusions[0] : e.exclusions[0];
      ClassesByValue& classes = by_head[{role, word}];
      result_.task.contexts.for_each_fact(
          result_.task.vocabulary, e.context, [&](int of, std::span<const Value> arguments) {
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
    for (const logic::Feature& f : traces_.header.features) {
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
      (traces_.header.chances.contains(f) ? chances : amounts).push_back(f);
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
      result_.words = *options_.words;
    } else if (options_.overall) {
      result_.words = suggested_words();
    }
    const int none = static_cast<int>(result_.task.bias.bodies.size());
    std::vector<int> predicates;
    for (const OverallWord& w : result_.words) {
      predicates.push_back(facts_.predicate(w.name(), w.of_entity() ? 1 : 0));
      Mode mode{.predicate = predicates.back(), .declaration = none + (w.of_entity() ? 1 : 0)};
      if (w.of_entity()) mode.places.push_back({kEntity, 0});
      mode.negative = !w.of_entity();
      result_.task.bias.bodies.push_back(std::move(mode));
    }
    if (!predicates.empty()) add_overall_facts(predicates);
  }

  void add_overall_facts(const std::vector<int>& predicates) {
    std::map<int, std::string> names;
    for (const logic::Feature& f : traces_.header.features) {
      const bool plain = f.action.empty() && f.of_entity && f.kind == logic::Feature::Kind::value;
      if (plain) names[shape_of(f, facts_).predicate] = f.name;
    }
    Task& task = result_.task;
    Contexts extended;
    for (int c = 0; c < task.contexts.size(); ++c) {
      extended.add();
      EntityValues values;
      task.contexts.for_each_fact(task.vocabulary, c, [&](int p, std::span<const Value> a) {
        extended.add_fact({p, {a.begin(), a.end()}});
        if (const auto it = names.find(p); it != names.end()) values[it->second][a[0]] = a[1];
      });
      for (std::size_t w = 0; w < predicates.size(); ++w) {
        for (const Value e : holders(result_.words[w], values)) {
          FlatAtom fact{predicates[w], {}};
          if (result_.words[w].of_entity()) fact.arguments.push_back(e);
          extended.add_fact(fact);
        }
      }
    }
    task.contexts = std::move(extended);
  }

  void weigh() {
    std::size_t largest = 0;
    for (const auto& [head, counts] : counts_) {
      largest = std::max(largest, static_cast<std::size_t>(counts.first + counts.second));
    }
    result_.penalty = options_.penalty.value_or(penalty_of(largest, result_.task.bias));
    for (std::size_t i = 0; i < result_.task.examples.size(); ++i) {
      Example& e = result_.task.examples[i];
      const auto& [included, excluded] = counts_.at(example_heads_[i]);
      const double mine = e.inclusions.empty() ? excluded : included;
      const double other = e.inclusions.empty() ? included : excluded;
      const double factor = std::pow(std::max(1.0, other / mine), options_.balance);
      e.penalty = result_.penalty * std::max<Cost>(1, std::llround(factor));
    }
    if (result_.by_stake) weigh_by_stake();
  }

  // Within each class of a head, so that classes weigh against each other as before. Nothing is
  // learnt from examples of no stake.
  void weigh_by_stake() {
    std::vector<Example>& examples = result_.task.examples;
    std::map<std::pair<std::pair<Role, int>, bool>, std::vector<std::size_t>> classes;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      classes[{example_heads_[i], examples[i].inclusions.empty()}].push_back(i);
    }
    for (const auto& [head, members] : classes) {
      const std::vector<double> factors = stake_factors(stakes_, members);
      for (std::size_t m = 0; m < members.size(); ++m) {
        Example& e = examples[members[m]];
        e.penalty = std::llround(static_cast<double>(*e.penalty) * factors[m]);
      }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (*examples[i].penalty == 0) continue;
      if (i != kept) examples[kept] = std::move(examples[i]);
      result_.origins[kept++] = result_.origins[i];
    }
    examples.resize(kept);
    result_.origins.resize(kept);
  }

  const Traces& traces_;
  const TraceTaskOptions& options_;
  const HeadForms& forms_;
  TraceTask result_;
  FactReader facts_;
  std::vector<std::vector<Step>> steps_;
  std::map<std::pair<Role, int>, int> head_;  // predicates
  std::map<std::string, Value> name_values_;
  std::set<int> about_none_;                      // predicates of features about no entity
  std::set<std::string> with_thresholds_;         // types
  std::map<std::string, std::vector<Cut>> cuts_;  // by type
  // By head: how often it is included and excluded.
  std::map<std::pair<Role, int>, std::pair<int, int>> counts_;
  std::vector<std::pair<Role, int>> example_heads_;
  std::vector<double> stakes_;  // by example, if weights ask for it
};

}  // namespace

HeadForms forms_of(const std::vector<logic::Rule>& theory) {
  HeadForms forms;
  for (const logic::Rule& rule : theory) {
    const logic::Atom* head = rule.atom();
    if (!head) continue;
    const std::string action = action_of(*head);
    (action == head->predicate ? forms[action].now : forms[action].macro) = true;
  }
  return forms;
}

HeadForms forms_of(const TraceTask& task) {
  HeadForms forms;
  for (const ActionSummary& a : task.actions) {
    if (a.macro || a.now) forms[a.name] = {a.macro, a.now};
  }
  return forms;
}

EpisodeSplit split_episodes(const Traces& traces, double held_out, bool above_mean) {
  EpisodeSplit split;
  // Every so many-th is kept back, so that both parts are from all over the batch.
  double debt = 0;
  for (const TraceEpisode& e : traces.episodes) {
    debt += held_out;
    (debt >= 1 ? split.held_out : split.training).push_back(&e);
    if (debt >= 1) debt -= 1;
  }
  split.held_out_episodes = static_cast<int>(split.held_out.size());
  for (const TraceEpisode* e : split.training) split.mean_return += e->discounted;
  split.mean_return /= std::max(1.0, static_cast<double>(split.training.size()));
  if (!above_mean || !traces.judged) return split;
  const auto poor = [&](const TraceEpisode* e) { return e->discounted <= split.mean_return; };
  std::erase_if(split.training, poor);
  std::erase_if(split.held_out, poor);
  return split;
}

TraceTask make_task(const Traces& traces, const TraceTaskOptions& options) {
  return make_task_from(traces, split_episodes(traces, 0, options.select).training, options);
}

TraceTask make_task_from(const Traces& traces, const std::vector<const TraceEpisode*>& episodes,
                         const TraceTaskOptions& options, const HeadForms& forms) {
  return Builder(traces, options, forms).build(episodes);
}

Cost penalty_of(std::size_t examples, const Bias& bias) {
  double choices = static_cast<double>(bias.bodies.size());
  for (const ComparisonMode& mode : bias.comparisons) {
    choices += static_cast<double>(mode.constants.size());
  }
  const double bits = std::log2(std::max<double>(2, static_cast<double>(examples)));
  return std::max<Cost>(1, std::llround(bits / std::log2(std::max(2.0, choices))));
}

}  // namespace holdfast::learn
