#include "holdfast/learn/component.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "holdfast/learn/candidates.h"
#include "holdfast/learn/conflict.h"
#include "holdfast/learn/reduction.h"

namespace holdfast::learn {
namespace {

class UnionFind {
 public:
  explicit UnionFind(std::size_t n) : parent_(n) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void join(std::size_t a, std::size_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<std::size_t> parent_;
};

// One n-th of the time that is left.
Deadline share_of(Deadline deadline, int n) {
  if (deadline == Deadline::max()) return deadline;
  const auto now = std::chrono::steady_clock::now();
  return now + (deadline - now) / n;
}

// One component being solved: its spaces, the candidates collected from them, and the best
// selection of them known by now.
class Solver {
 public:
  // The bias is the task's, perhaps with shorter rules.
  Solver(const Task& task, const Bias& bias, const FactIndex& facts, const std::vector<Head>& heads,
         const Component& component, Cost hard, const LearnOptions& options, Deadline deadline)
      : task_(task),
        component_(component),
        hard_(hard),
        options_(options),
        deadline_(deadline),
        problem_(problem_of(task, facts, component, hard)),
        spaces_(spaces_of(bias, facts, heads, component, problem_)),
        known_cost_(cost_of(problem_.selection, {})) {}

  // With `check`, throws InputError if hard examples cannot all be covered.
  ComponentResult run(bool check) {
    try {
      if (check) check_satisfiable(task_, component_, problem_, spaces_, hard_, deadline_);
      greedy();
      improve();
    } catch (const OutOfTime&) {
      // What is known by now is the result.
    }
    ComponentResult result;
    for (const auto& space : spaces_) result.space += space->size();
    result.candidates = static_cast<double>(problem_.selection.candidates.size());
    result.selection = {.chosen = known_,
                        .cost = known_cost_,
                        .bound = std::min(bound_, known_cost_),
                        .optimal = bound_ >= known_cost_};
    report(result);
    return result;
  }

 private:
  void add_candidate(std::size_t head, FoundRule rule) {
    problem_.selection.candidates.push_back(
        {static_cast<int>(head), rule.length, std::move(rule.covers)});
    origin_.emplace_back(head, std::move(rule.ref));
  }

  // Known selections: rule after rule the best addition, from all heads with room.
  void greedy() {
    const int k = options_.rules_per_head;
    std::vector<int> used(spaces_.size());
    Bits derived(static_cast<std::size_t>(problem_.selection.columns));
    std::vector<int> chosen;
    for (;;) {
      FoundRule best;
      std::size_t from = 0;
      for (std::size_t h = 0; h < spaces_.size(); ++h) {
        if (k > 0 && used[h] >= k) continue;
        FoundRule rule = best_addition(*spaces_[h], layout(), derived, options_.limits, deadline_);
        if (rule.ref.skeleton < 0) continue;
        if (best.ref.skeleton < 0 || worth(rule, derived) > worth(best, derived)) {
          best = std::move(rule);
          from = h;
        }
      }
      if (best.ref.skeleton < 0) return;
      derived |= best.covers;
      ++used[from];
      chosen.push_back(static_cast<int>(origin_.size()));
      add_candidate(from, std::move(best));
      know(chosen, cost_of(problem_.selection, chosen));
    }
  }

  void know(const std::vector<int>& chosen, Cost cost) {
    if (cost >= known_cost_) return;
    known_ = chosen;
    known_cost_ = cost;
  }

  Cost worth(const FoundRule& rule, const Bits& derived) const {
    const auto a = derived.words(), b = rule.covers.words();
    return layout().inclusions(a, b) + layout().helps(a, b) - layout().exclusions(a, b) -
           rule.length;
  }

  void improve() {
    const int k = options_.rules_per_head;
    if (k > 0) return attempt(k, deadline_, false);
    // Any number of rules: what a few can do is soon found, and a good start for more.
    for (const int few : {2, 3}) {
      try {
        attempt(few, share_of(deadline_, 5 - few), true);
      } catch (const OutOfTime&) {
        // Of its share of the time.
      }
    }
    try {
      attempt(0, deadline_, false);
    } catch (const TooManyCandidates&) {
      // Then there is no proof, but what a few rules can do.
    }
  }

  // Looks for a better selection of at most k rules per head. Bounds hold for the number of rules
  // that was asked for only, so a brief attempt with another gives none.
  void attempt(int k, Deadline deadline, bool brief) {
    const std::vector<CandidateFilter> filters = filters_of(k, deadline, brief);
    forget_unknown();
    for (std::size_t h = 0; h < spaces_.size(); ++h) {
      std::vector<FoundRule> found;
      collect(*spaces_[h], layout(), filters[h], deadline, found);
      for (FoundRule& rule : found) add_candidate(h, std::move(rule));
    }
    problem_.selection.rules_per_head = k;
    const Selection selection = select_rules(
        problem_.selection,
        {.engine = options_.engine, .deadline = deadline, .known = known_, .brief = brief});
    know(selection.chosen, selection.cost);
    if (!brief) bound_ = std::max(bound_, selection.bound);
  }

  // Which rules of each head may be part of a better selection than the known one.
  std::vector<CandidateFilter> filters_of(int k, Deadline deadline, bool brief) {
    const int m = k * static_cast<int>(spaces_.size());
    std::vector<CandidateFilter> filters(
        spaces_.size(),
        {.m = m, .limits = options_.limits, .known_cost = known_cost_, .memory = options_.memory});
    if (k == 0) return filters;
    std::vector<Cost> best;
    for (const auto& space : spaces_) {
      best.push_back(largest_potential(*space, layout(), m, options_.limits, deadline));
    }
    const Cost total = k * std::accumulate(best.begin(), best.end(), Cost{0});
    for (std::size_t h = 0; h < filters.size(); ++h) {
      filters[h].floor = (problem_.base - known_cost_) * m - (total - best[h]);
    }
    if (!brief) bound_ = std::max(bound_, problem_.base - (m == 0 ? 0 : total / m));
    return filters;
  }

  // The candidates start anew with those of the known selection.
  void forget_unknown() {
    std::vector<Candidate> candidates;
    std::vector<std::pair<std::size_t, RuleRef>> origin;
    for (int& c : known_) {
      candidates.push_back(std::move(problem_.selection.candidates[static_cast<std::size_t>(c)]));
      origin.push_back(std::move(origin_[static_cast<std::size_t>(c)]));
      c = static_cast<int>(origin.size()) - 1;
    }
    problem_.selection.candidates = std::move(candidates);
    origin_ = std::move(origin);
  }

  void report(ComponentResult& result) const {
    const std::vector<int>& chosen = result.selection.chosen;
    const SelectionProblem& p = problem_.selection;
    Bits derived(static_cast<std::size_t>(p.columns)), twice = derived;
    for (const int c : chosen) {
      const auto covers = p.candidates[static_cast<std::size_t>(c)].covers.words();
      for (std::size_t w = 0; w < covers.size(); ++w) {
        twice.words()[w] |= derived.words()[w] & covers[w];
        derived.words()[w] |= covers[w];
      }
    }
    for (const int c : chosen) {
      const Candidate& candidate = p.candidates[static_cast<std::size_t>(c)];
      const auto& [head, ref] = origin_[static_cast<std::size_t>(c)];
      LearntRule rule{.rule = spaces_[head]->rule(ref), .length = candidate.length};
      for (const SelectionExample& e : p.examples) {
        for (const int i : e.positive ? e.inclusions : e.exclusions) {
          const auto column = static_cast<std::size_t>(i);
          if (!candidate.covers.test(column)) continue;
          ++rule.explains;
          if (!twice.test(column)) ++rule.alone;
        }
        for (const int i : e.positive ? e.exclusions : e.inclusions) {
          if (candidate.covers.test(static_cast<std::size_t>(i))) ++rule.wrong;
        }
      }
      result.rules.push_back(std::move(rule));
    }
    for (const SelectionExample& e : p.examples) result.covered.push_back(is_covered(e, derived));
  }

  const ColumnLayout& layout() const { return problem_.targets.layout; }

  const Task& task_;
  const Component& component_;
  Cost hard_;
  const LearnOptions& options_;
  Deadline deadline_;
  ComponentProblem problem_;
  Spaces spaces_;
  // Head and rule of each candidate.
  std::vector<std::pair<std::size_t, RuleRef>> origin_;
  // The best selection so far, by candidates, and what no selection can go below.
  std::vector<int> known_;
  Cost known_cost_ = 0;
  Cost bound_ = 0;
};

// Hard examples need some hypothesis, whatever it costs, and mostly one of short rules: so these
// come first. A hypothesis that covers all of them bounds the length of the rules that are still
// of interest, since a rule that costs as much is in no better one.
class Deepening {
 public:
  Deepening(const Task& task, const FactIndex& facts, const std::vector<Head>& heads,
            const Component& component, Cost hard, const LearnOptions& options, Deadline deadline)
      : task_(task),
        facts_(facts),
        heads_(heads),
        component_(component),
        hard_(hard),
        options_(options),
        deadline_(deadline) {}

  ComponentResult run() {
    const int longest = task_.bias.max_length;
    if (is_declared() && has_hard()) {
      for (int length = kShort; length < std::min(longest, longest_of_interest()); ++length) {
        if (!with_short_rules(length)) break;
      }
    }
    if (known_ && known_->selection.optimal && longest_of_interest() <= proven_) return *known_;
    ComponentResult last = solve(std::min(longest, longest_of_interest()), deadline_, !known_);
    if (!known_ || last.selection.cost <= known_->selection.cost) return last;
    Selection& selection = known_->selection;
    selection.bound = std::min(last.selection.bound, selection.cost);
    selection.optimal = selection.bound == selection.cost;
    return std::move(*known_);
  }

 private:
  static constexpr int kShort = 3;

  bool is_declared() const {
    return std::ranges::any_of(
        component_.heads, [&](int h) { return heads_[static_cast<std::size_t>(h)].given.empty(); });
  }

  bool has_hard() const {
    return std::ranges::any_of(component_.examples, [&](int e) {
      return !task_.examples[static_cast<std::size_t>(e)].penalty.has_value();
    });
  }

  // The length of the longest rules that cost less than what is known.
  int longest_of_interest() const {
    const Bias& bias = task_.bias;
    if (!known_) return bias.max_length;
    return static_cast<int>(
        std::max<Cost>(1, (known_->selection.cost - 1 - bias.head_cost) / bias.literal_cost + 1));
  }

  ComponentResult solve(int length, Deadline deadline, bool check) const {
    Bias bias = task_.bias;
    bias.max_length = length;
    bias.memory = options_.memory;
    return Solver(task_, bias, facts_, heads_, component_, hard_, options_, deadline).run(check);
  }

  // Whether this was done before its share of the time was over.
  bool with_short_rules(int length) {
    try {
      ComponentResult found = solve(length, share_of(deadline_, 4), false);
      const Selection& selection = found.selection;
      const bool done = selection.optimal;
      if (done) proven_ = length;
      if (selection.cost < hard_ && (!known_ || selection.cost <= known_->selection.cost)) {
        known_ = std::move(found);
      }
      return done;
    } catch (const InputError&) {
      return false;  // The whole space is too large as well, and says so.
    }
  }

  const Task& task_;
  const FactIndex& facts_;
  const std::vector<Head>& heads_;
  const Component& component_;
  Cost hard_;
  const LearnOptions& options_;
  Deadline deadline_;
  // The best hypothesis that covers all hard examples, if any, and up to which length of rules none
  // is better.
  std::optional<ComponentResult> known_;
  int proven_ = 0;
};

}  // namespace

bool Head::can_derive(const AtomTable& vocabulary, const FlatAtom& atom) const {
  if (atom.predicate != mode.predicate)
    return vocabulary.is_instance(atom.predicate, mode.predicate);
  for (std::size_t i = 0; i < mode.places.size(); ++i) {
    if (mode.places[i].type.empty() && mode.places[i].constant != atom.arguments[i]) return false;
  }
  return true;
}

std::vector<Head> heads_of(const std::vector<Mode>& modes, const std::vector<GivenRule>& given,
                           AtomTable& vocabulary) {
  std::vector<Head> heads;
  for (const Mode& mode : modes) heads.push_back({.mode = mode});
  std::map<std::string, std::size_t> index;
  for (const GivenRule& g : given) {
    GivenSkeleton skeleton = skeleton_of(vocabulary, g.rule);
    Mode mode{.predicate = skeleton.skeleton.head.predicate};
    std::string key = std::to_string(mode.predicate);
    for (const Argument& a : skeleton.skeleton.head.arguments) {
      mode.places.push_back({a.variable < 0 ? "" : "any", a.constant});
      key += a.variable < 0 ? "," + std::to_string(a.constant) : ",_";
    }
    const auto [it, fresh] = index.try_emplace(key, heads.size());
    if (fresh) heads.push_back({.mode = std::move(mode)});
    heads[it->second].given.push_back(std::move(skeleton));
    heads[it->second].given_lengths.push_back(g.length);
  }
  return heads;
}

std::vector<Component> components_of(const std::vector<Example>& examples,
                                     const AtomTable& vocabulary, const std::vector<Head>& heads) {
  UnionFind sets(heads.size() + examples.size());
  for (std::size_t e = 0; e < examples.size(); ++e) {
    const auto link = [&](const FlatAtom& atom) {
      for (std::size_t h = 0; h < heads.size(); ++h) {
        if (heads[h].can_derive(vocabulary, atom)) sets.join(heads.size() + e, h);
      }
    };
    std::ranges::for_each(examples[e].inclusions, link);
    std::ranges::for_each(examples[e].exclusions, link);
  }
  std::map<std::size_t, std::size_t> index;
  std::vector<Component> components(1);  // the one without heads
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const auto [it, fresh] = index.try_emplace(sets.find(h), components.size());
    if (fresh) components.emplace_back();
    components[it->second].heads.push_back(static_cast<int>(h));
  }
  for (std::size_t e = 0; e < examples.size(); ++e) {
    const auto it = index.find(sets.find(heads.size() + e));
    components[it == index.end() ? 0 : it->second].examples.push_back(static_cast<int>(e));
  }
  return components;
}

ComponentProblem problem_of(const Task& task, const FactIndex& facts, const Component& component,
                            Cost hard) {
  ComponentProblem result;
  std::vector<SelectionExample>& examples = result.selection.examples;
  examples.reserve(component.examples.size());
  result.targets.targets.reserve(component.examples.size());
  for (const int index : component.examples) {
    const Example& e = task.examples[static_cast<std::size_t>(index)];
    SelectionExample example{.penalty = e.penalty.value_or(hard), .positive = e.positive};
    bool broken = false;  // an exclusion that the background derives
    const auto add = [&](const FlatAtom& atom, std::vector<int>& columns) {
      columns.push_back(static_cast<int>(result.targets.targets.size()));
      result.targets.targets.push_back({e.context, &atom});
    };
    for (const FlatAtom& atom : e.inclusions) {
      if (!facts.holds(e.context, atom)) add(atom, example.inclusions);
    }
    for (const FlatAtom& atom : e.exclusions) {
      if (facts.holds(e.context, atom)) {
        broken = true;
      } else {
        add(atom, example.exclusions);
      }
    }
    // Broken for good: never covered if positive, always if negative; an empty example of the
    // other sign says just that.
    if (broken) example = {.penalty = example.penalty, .positive = !e.positive};
    examples.push_back(std::move(example));
  }
  const Classification classes =
      classify(static_cast<int>(result.targets.targets.size()), examples);
  result.base = classes.base;
  result.targets.layout = ColumnLayout(classes.columns);
  result.selection.columns = static_cast<int>(result.targets.layout.words() * 64);
  for (SelectionExample& e : examples) {
    for (std::vector<int>* columns : {&e.inclusions, &e.exclusions}) {
      for (int& c : *columns) {
        c = static_cast<int>(result.targets.layout.position(static_cast<std::size_t>(c)));
      }
    }
  }
  return result;
}

Spaces spaces_of(const Bias& bias, const FactIndex& facts, const std::vector<Head>& heads,
                 const Component& component, const ComponentProblem& problem) {
  Spaces spaces;
  for (const int h : component.heads) {
    const Head& head = heads[static_cast<std::size_t>(h)];
    spaces.push_back(head.given.empty()
                         ? std::make_unique<Space>(bias, facts, problem.targets, head.mode)
                         : std::make_unique<Space>(bias, facts, problem.targets, head.given,
                                                   head.given_lengths));
  }
  return spaces;
}

ComponentResult solve(const Task& task, const FactIndex& facts, const std::vector<Head>& heads,
                      const Component& component, Cost hard, const LearnOptions& options,
                      Deadline deadline) {
  return Deepening(task, facts, heads, component, hard, options, deadline).run();
}

}  // namespace holdfast::learn
