#include "holdfast/learn/trace_examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "holdfast/base/error.h"
#include "holdfast/learn/feature_shape.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using Role = ActionHead::Role;

// An action without a name ends stretches and gives no examples of its own.
constexpr int kUnnamed = -1;

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

class ExampleBuilder {
 public:
  ExampleBuilder(const Traces& traces, const TraceTaskOptions& options, const HeadForms& forms)
      : traces_(traces), options_(options), forms_(forms) {
    for (const logic::Feature& f : traces.header.features) {
      if (!f.of_entity) result_.about_none.insert(shape_of(f, facts_).predicate);
    }
  }

  TraceExamples build(const std::vector<const TraceEpisode*>& episodes) {
    made_.by_stake = are_by_stake(options_.weights, traces_.file, episodes);
    for (const TraceEpisode* e : episodes) steps_.push_back(steps_of(*e));
    summarise();
    declare_heads();
    // Counted first: room that doubles when it is full would be there twice.
    add_episodes(episodes);
    reserve();
    counting_ = false;
    add_episodes(episodes);
    if (task_.examples.empty()) {
      throw InputError(Place{traces_.file, 0, 0},
                       "the traces give no examples: no episode is above the mean return, or no "
                       "action is ever repeated");
    }
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
    const std::string& name = made_.actions[static_cast<std::size_t>(action.word)].name;
    if (!action.entity) return name;
    return fmt::format("{}({})", name, logic::to_string(task_.vocabulary.term(*action.entity)));
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
      made_.actions.push_back({.name = word.name, .of_entity = word.of_entity});
    }
    std::vector<int> total(made_.actions.size());
    for (const auto& steps : steps_) {
      for_each_stretch(steps, [&](std::size_t first, std::size_t last) {
        if (steps[first].action.word == kUnnamed) return;
        const auto word = static_cast<std::size_t>(steps[first].action.word);
        ++made_.actions[word].stretches;
        total[word] += static_cast<int>(last - first + 1);
      });
    }
    for (std::size_t i = 0; i < total.size(); ++i) {
      ActionSummary& a = made_.actions[i];
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
    const ActionSummary& a = made_.actions[static_cast<std::size_t>(action.word)];
    if (action.entity) {
      atom.arguments.push_back(*action.entity);
    } else if (role != Role::now) {
      atom.arguments.push_back(name_values_.at(a.name));
    }
    return atom;
  }

  // init(east), init(move(E)), check(E), sample: with holes where entities and names stand.
  void declare_head(Role role, int word) {
    const ActionSummary& a = made_.actions[static_cast<std::size_t>(word)];
    const logic::Term hole = logic::Term::variable("_");
    logic::Atom atom{a.name, {}, {}};
    Mode mode{.declaration = static_cast<int>(task_.bias.heads.size())};
    if (role != Role::now) {
      atom.predicate = role == Role::init ? "init" : "contd";
      atom.arguments = {a.of_entity ? logic::Term::function(a.name, {hole}) : hole};
    } else if (a.of_entity) {
      atom.arguments = {hole};
    }
    if (a.of_entity) {
      mode.places.push_back({kEntity, 0});
    } else if (role != Role::now) {
      const Value name = task_.vocabulary.value(logic::Term::symbol(a.name));
      name_values_[a.name] = name;
      mode.places.push_back({"", name});
    }
    std::vector<logic::Term> leaves;
    mode.predicate = task_.vocabulary.predicate(
        atom, [](const logic::Term& t) { return t.is_variable(); }, leaves);
    head_[{role, word}] = mode.predicate;
    task_.bias.heads.push_back(std::move(mode));
  }

  void declare_heads() {
    for (int w = 0; w < static_cast<int>(made_.actions.size()); ++w) {
      const ActionSummary& a = made_.actions[static_cast<std::size_t>(w)];
      if (a.macro) {
        declare_head(Role::init, w);
        declare_head(Role::contd, w);
      }
      if (a.now) declare_head(Role::now, w);
    }
  }

  int context_of(Step& step) {
    if (step.context >= 0) return step.context;
    step.context = task_.contexts.add();
    std::set<Value> entities;
    facts_.read(step.trace->facts, [&](const FlatAtom& fact) {
      task_.contexts.add_fact(fact);
      const bool about_none = fact.arguments.empty() || result_.about_none.contains(fact.predicate);
      if (!about_none) entities.insert(fact.arguments[0]);
    });
    step.entities.assign(entities.begin(), entities.end());
    return step.context;
  }

  void add_example(const TraceEpisode& episode, const std::vector<Step>& steps, std::size_t step,
                   Role role, const GroundAction& action, bool included) {
    if (counting_) {
      ++count_;
      return;
    }
    Example e{.id = fmt::format("e{}", task_.examples.size())};
    (included ? e.inclusions : e.exclusions) = atoms_.list_of(head_atom(role, action));
    e.context = steps[step].context;
    task_.examples.push_back(std::move(e));
    made_.origins.push_back({episode.seed, action.word, static_cast<int>(step)});
    result_.heads.push_back({role, action.word});
    if (made_.by_stake) result_.stakes.push_back(stake_of(*steps[step].trace, name_of(action)));
  }

  void reserve() {
    task_.examples.reserve(count_);
    made_.origins.reserve(count_);
    result_.heads.reserve(count_);
    if (made_.by_stake) result_.stakes.reserve(count_);
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
    for (int w = 0; w < static_cast<int>(made_.actions.size()); ++w) {
      const ActionSummary& a = made_.actions[static_cast<std::size_t>(w)];
      if (!(role == Role::now ? a.now : a.macro)) continue;
      if (!a.of_entity) {
        add({.word = w});
        continue;
      }
      for (const Value entity : steps[step].entities) add({w, entity});
    }
  }

  void add_episodes(const std::vector<const TraceEpisode*>& episodes) {
    for (std::size_t e = 0; e < episodes.size(); ++e) add_episode(*episodes[e], steps_[e]);
  }

  void add_episode(const TraceEpisode& episode, std::vector<Step>& steps) {
    const bool any_now = std::ranges::any_of(made_.actions, &ActionSummary::now);
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
    const bool macro = made_.actions[static_cast<std::size_t>(action.word)].macro;
    if (!macro || last + 1 == steps.size()) return;
    context_of(steps[last + 1]);
    add_example(episode, steps, last + 1, Role::contd, action, false);
  }

  const Traces& traces_;
  const TraceTaskOptions& options_;
  const HeadForms& forms_;
  TraceExamples result_;
  TraceTask& made_ = result_.made;
  Task& task_ = made_.task;
  FactReader facts_{task_.vocabulary};
  std::vector<std::vector<Step>> steps_;
  std::map<ActionHead, int> head_;  // predicates
  SingleAtoms atoms_;
  std::map<std::string, Value> name_values_;
  bool counting_ = true;
  std::size_t count_ = 0;
};

}  // namespace

TraceExamples examples_from(const Traces& traces, const std::vector<const TraceEpisode*>& episodes,
                            const TraceTaskOptions& options, const HeadForms& forms) {
  return ExampleBuilder(traces, options, forms).build(episodes);
}

}  // namespace holdfast::learn
