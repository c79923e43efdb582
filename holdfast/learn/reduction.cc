#include "holdfast/learn/reduction.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace holdfast::learn {
namespace {

// Exactly one column: the example is that column.
bool is_single(const SelectionExample& e) { return e.inclusions.size() + e.exclusions.size() == 1; }

void add_single(Classification& draft, const SelectionExample& e) {
  const bool wants = e.positive == !e.inclusions.empty();
  const int column = e.inclusions.empty() ? e.exclusions[0] : e.inclusions[0];
  draft.columns[static_cast<std::size_t>(column)] = {
      wants ? ColumnKind::inclusion : ColumnKind::exclusion, e.penalty};
  if (wants) draft.base += e.penalty;
}

// Columns that may be the last one missing carry the whole penalty: an upper bound of what deriving
// them wins, whatever else is derived. A share of it would be too little for the last one.
void add_joint(Classification& draft, const SelectionExample& e) {
  for (const int c : e.positive ? e.inclusions : e.exclusions) {
    draft.columns[static_cast<std::size_t>(c)] = {ColumnKind::help, e.penalty};
  }
  if (e.positive != e.inclusions.empty()) draft.base += e.penalty;
  draft.joint.push_back({e.penalty,
                         e.positive,
                         {e.inclusions.begin(), e.inclusions.end()},
                         {e.exclusions.begin(), e.exclusions.end()}});
}

// The columns that the rules cannot tell apart, by partition refinement: each class ends up as the
// set of columns derived by exactly the same rules.
class Partition {
 public:
  // Single columns start in the classes below this one, and leave them when a rule derives them.
  static constexpr int kFirstDerived = 2;

  explicit Partition(std::vector<int> classes) : class_(std::move(classes)) {
    int count = kFirstDerived;
    for (const int c : class_) count = std::max(count, c + 1);
    classes_.resize(static_cast<std::size_t>(count));
    for (const int c : class_) ++of(c).size;
  }

  void split(std::span<const Word> covers) {
    ++round_;
    for_each_bit(covers, [&](std::size_t i) {
      const int from = class_[i];
      if (of(from).round != round_) {
        const int target = new_class();
        of(from).round = round_;
        of(from).target = target;
      }
      class_[i] = of(from).target;
      ++of(class_[i]).size;
      // Most rules move whole classes: without their numbers there would be as many classes as
      // rules times columns.
      if (--of(from).size == 0 && from >= kFirstDerived) free_.push_back(from);
    });
  }

  int operator[](std::size_t column) const { return class_[column]; }

 private:
  struct Class {
    int size = 0;
    // In which round it was split last, and into which new class.
    int round = -1;
    int target = 0;
  };

  Class& of(int c) { return classes_[static_cast<std::size_t>(c)]; }

  int new_class() {
    if (free_.empty()) {
      classes_.emplace_back();
      return static_cast<int>(classes_.size()) - 1;
    }
    const int c = free_.back();
    free_.pop_back();
    of(c) = {};
    return c;
  }

  std::vector<int> class_;  // by column
  std::vector<Class> classes_;
  std::vector<int> free_;  // classes without columns
  int round_ = 0;
};

bool is_useful(ColumnKind kind) {
  return kind == ColumnKind::inclusion || kind == ColumnKind::help;
}

class Builder {
 public:
  const SelectionProblem& problem;
  Classification draft;
  Bits useful;
  std::vector<ReducedRule> rules;
  Timer& timer;

  Builder(const SelectionProblem& p, Timer& t)
      : problem(p), draft(classify(p.columns, p.examples)), timer(t) {
    useful = Bits(draft.columns.size());
    for (std::size_t i = 0; i < draft.columns.size(); ++i) {
      if (is_useful(draft.columns[i].kind)) useful.set(i);
    }
  }

  std::span<const Word> covers(const ReducedRule& rule) const {
    return problem.candidates[static_cast<std::size_t>(rule.candidate)].covers.words();
  }

  // A rule must be able to save more than its length.
  void keep_paying() {
    for (std::size_t i = 0; i < problem.candidates.size(); ++i) {
      const Candidate& c = problem.candidates[i];
      ReducedRule rule{.candidate = static_cast<int>(i), .head = c.head, .length = c.length};
      for_each_bit(c.covers.words(), [&](std::size_t column) {
        const Column& col = draft.columns[column];
        if (is_useful(col.kind)) rule.gain += col.weight;
        if (col.kind == ColumnKind::exclusion) rule.loss += col.weight;
      });
      if (rule.gain > rule.length) rules.push_back(rule);
      timer.check(64 * useful.words().size());
    }
  }

  // a derives all useful columns of b, and no other harmful ones.
  bool derives_better(const ReducedRule& a, const ReducedRule& b) const {
    const auto wa = covers(a), wb = covers(b), u = useful.words();
    for (std::size_t i = 0; i < u.size(); ++i) {
      if ((wb[i] & u[i] & ~wa[i]) != 0 || (wa[i] & ~u[i] & ~wb[i]) != 0) return false;
    }
    return true;
  }

  // Compares each rule with the best ones only: that finds nearly all dominated rules in linear
  // time. The order decides which of two equal rules stays: the shorter, then the first.
  void drop_dominated() {
    constexpr std::size_t kJudges = 64;
    std::stable_sort(rules.begin(), rules.end(), [](const ReducedRule& a, const ReducedRule& b) {
      return std::tuple(-(a.gain - a.loss - a.length), a.length) <
             std::tuple(-(b.gain - b.loss - b.length), b.length);
    });
    std::vector<ReducedRule> kept;
    for (const ReducedRule& rule : rules) {
      const std::size_t judges = std::min(kept.size(), kJudges);
      const bool dominated =
          std::any_of(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(judges),
                      [&](const ReducedRule& judge) {
                        return judge.head == rule.head && judge.length <= rule.length &&
                               judge.gain >= rule.gain && judge.loss <= rule.loss &&
                               derives_better(judge, rule);
                      });
      if (!dominated) kept.push_back(rule);
      timer.check(judges * useful.words().size());
    }
    rules = std::move(kept);
    drop_equal();
  }

  void drop_equal() {
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> seen;
    std::vector<ReducedRule> kept;
    for (const ReducedRule& rule : rules) {
      auto& bucket = seen[hash_words(covers(rule)) ^ static_cast<std::uint64_t>(rule.head)];
      const bool equal = std::any_of(bucket.begin(), bucket.end(), [&](std::size_t k) {
        return kept[k].head == rule.head && kept[k].length <= rule.length &&
               std::ranges::equal(covers(kept[k]), covers(rule));
      });
      if (equal) continue;
      bucket.push_back(kept.size());
      kept.push_back(rule);
    }
    rules = std::move(kept);
  }

  // The class of every column, so that columns of a class are derived by the same rules; -1 for
  // single columns that no rule derives. Columns of joint examples stay apart. If there are too
  // many rules for merging to pay, every column that matters is its own class.
  std::vector<int> classes() {
    constexpr std::size_t kMostRules = 5000;
    if (rules.size() > kMostRules) return unmerged();
    std::vector<int> result(draft.columns.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = draft.columns[i].kind == ColumnKind::exclusion ? 1 : 0;
    }
    int next = Partition::kFirstDerived;
    for (const JointExample& e : draft.joint) {
      for (const std::size_t c : e.inclusions) result[c] = next++;
      for (const std::size_t c : e.exclusions) result[c] = next++;
    }
    Partition partition(std::move(result));
    for (const ReducedRule& rule : rules) {
      partition.split(covers(rule));
      timer.check(64 * useful.words().size());
    }
    std::vector<int> merged(draft.columns.size());
    for (std::size_t i = 0; i < merged.size(); ++i) {
      merged[i] = partition[i] < Partition::kFirstDerived ? -1 : partition[i];
    }
    return merged;
  }

  // -1 for what only fills words up: columns of no example that no rule derives.
  std::vector<int> unmerged() const {
    Bits matters(draft.columns.size());
    for (const ReducedRule& rule : rules) {
      for (std::size_t w = 0; w < matters.words().size(); ++w)
        matters.words()[w] |= covers(rule)[w];
    }
    for (const JointExample& e : draft.joint) {
      for (const std::size_t c : e.inclusions) matters.set(c);
      for (const std::size_t c : e.exclusions) matters.set(c);
    }
    std::vector<int> result(draft.columns.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      const bool kept = draft.columns[i].kind != ColumnKind::other || matters.test(i);
      result[i] = kept ? static_cast<int>(i) : -1;
    }
    return result;
  }
};

// Whether every column that is kept has the position that it had.
bool stays(const std::vector<int>& classes, const std::vector<std::size_t>& position) {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] >= 0 && position[i] != i) return false;
  }
  return true;
}

}  // namespace

Classification classify(int columns, const std::vector<SelectionExample>& examples) {
  Classification result;
  result.columns.resize(static_cast<std::size_t>(columns));
  for (const SelectionExample& e : examples) {
    if (is_single(e)) {
      add_single(result, e);
    } else if (!e.inclusions.empty() || !e.exclusions.empty()) {
      add_joint(result, e);
    } else if (!e.positive) {
      result.base += e.penalty;  // An empty #neg is never covered.
    }
  }
  return result;
}

ReducedProblem::ReducedProblem(const SelectionProblem& problem, Timer timer) {
  Builder builder(problem, timer);
  builder.keep_paying();
  builder.drop_dominated();
  rules_ = builder.rules;
  base_ = builder.draft.base;
  joint_ = builder.draft.joint;

  // Where each column of the problem goes.
  const std::vector<int> classes = builder.classes();
  std::unordered_map<int, std::size_t> merged;
  std::vector<Column> columns;
  std::vector<std::size_t> position(classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] < 0) continue;
    const auto [it, fresh] = merged.try_emplace(classes[i], columns.size());
    if (fresh) columns.push_back({builder.draft.columns[i].kind, 0});
    columns[it->second].weight += builder.draft.columns[i].weight;
    position[i] = it->second;
  }
  layout_ = ColumnLayout(columns);
  for (std::size_t& p : position) p = columns.empty() ? 0 : layout_.position(p);

  for (JointExample& e : joint_) {
    for (std::size_t& c : e.inclusions) c = position[c];
    for (std::size_t& c : e.exclusions) c = position[c];
  }
  covers_.reserve(rules_.size());
  if (stays(classes, position)) {
    for (const ReducedRule& rule : rules_) {
      covers_.push_back(builder.covers(rule).first(layout_.words()));
    }
  } else {
    store_.assign(rules_.size() * layout_.words(), 0);
    for (std::size_t r = 0; r < rules_.size(); ++r) {
      const std::span<Word> words(store_.data() + r * layout_.words(), layout_.words());
      for_each_bit(builder.covers(rules_[r]), [&](std::size_t i) {
        words[position[i] / 64] |= Word{1} << (position[i] % 64);
      });
      covers_.push_back(words);
      timer.check(64 * builder.useful.words().size());
    }
  }
  bound_rules(problem.rules_per_head);
}

void ReducedProblem::bound_rules(int rules_per_head) {
  std::map<int, int> of_head;
  for (const ReducedRule& rule : rules_) ++of_head[rule.head];
  const int n = static_cast<int>(rules_.size());
  rules_per_head_ = rules_per_head == 0 ? n : rules_per_head;
  most_rules_ = 0;
  for (const auto& [head, count] : of_head) most_rules_ += std::min(count, rules_per_head_);
  // A rule without a useful column of its own could go.
  Bits derived(layout_.words() * 64);
  for (std::size_t r = 0; r < rules_.size(); ++r) {
    for (std::size_t w = 0; w < layout_.words(); ++w) derived.words()[w] |= covers(r)[w];
  }
  int useful = 0;
  for_each_bit(derived.words(),
               [&](std::size_t c) { useful += is_useful(layout_.column(c).kind) ? 1 : 0; });
  most_rules_ = std::min(most_rules_, useful);
}

Cost ReducedProblem::exact(std::span<const Word> derived) const {
  const auto has = [&](std::size_t p) { return (derived[p / 64] >> (p % 64)) & 1; };
  Cost gain = layout_.inclusions(derived) - layout_.exclusions(derived);
  for (const JointExample& e : joint_) {
    const bool all = std::ranges::all_of(e.inclusions, has);
    const bool none = std::ranges::none_of(e.exclusions, has);
    // What the empty selection already covers can only be lost; the rest can only be won.
    const bool at_first = e.inclusions.empty() == e.positive;
    const bool now = (all && none) == e.positive;
    gain += (static_cast<Cost>(now) - static_cast<Cost>(at_first)) * e.penalty;
  }
  return gain;
}

}  // namespace holdfast::learn
