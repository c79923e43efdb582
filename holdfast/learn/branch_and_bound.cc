#include "holdfast/learn/branch_and_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace holdfast::learn {
namespace {

// Rules chosen so far. Potentials and totals are scaled by the number of rules that may still be
// added where losses are divided by it, so all arithmetic is in whole numbers.
struct Chosen {
  std::vector<std::size_t> rules;
  std::vector<Word> derived;
  Cost length = 0;
  Cost useful = 0;  // inclusions and helps
  Cost harmful = 0;
};

struct Option {
  std::size_t rule = 0;
  // Scaled by the number m of rules that may be added.
  Cost potential = 0;
  Cost gain = 0;
  Cost loss = 0;
};

class Search {
 public:
  Search(const ReducedProblem& problem, Cost known, const SearchLimits& limits)
      : problem_(problem),
        layout_(problem.layout()),
        timer_(limits.deadline),
        work_left_(limits.work),
        best_(problem.base() - known),
        root_bound_(problem.base()) {}

  Selection run() {
    greedy();
    expand(none(), all(), problem_.most_rules(), true);
    Selection result;
    for (const std::size_t r : best_rules_) result.chosen.push_back(static_cast<int>(r));
    std::ranges::sort(result.chosen);
    result.cost = problem_.base() - best_;
    result.optimal = !stopped_ || root_bound_ <= best_;
    result.bound = result.optimal ? result.cost : std::max<Cost>(0, problem_.base() - root_bound_);
    return result;
  }

 private:
  // What looking at a rule costs beside its columns, as many words.
  static constexpr std::size_t kOverhead = 100;
  static constexpr Cost kAny = std::numeric_limits<Cost>::min() / 2;

  Chosen none() const {
    Chosen chosen;
    chosen.derived.assign(layout_.words(), 0);
    return chosen;
  }

  std::vector<Option> all() const {
    std::vector<Option> options(problem_.rules().size());
    for (std::size_t r = 0; r < options.size(); ++r) options[r].rule = r;
    return options;
  }

  void add(Chosen& chosen, std::size_t rule) const {
    const auto covers = problem_.covers(rule);
    for (std::size_t i = 0; i < covers.size(); ++i) chosen.derived[i] |= covers[i];
    chosen.rules.push_back(rule);
    chosen.length += problem_.rules()[rule].length;
    chosen.useful = layout_.inclusions(chosen.derived) + layout_.helps(chosen.derived);
    chosen.harmful = layout_.exclusions(chosen.derived);
  }

  void record(const Chosen& chosen) {
    const Cost improvement = problem_.exact(chosen.derived) - chosen.length;
    if (improvement > best_) {
      best_ = improvement;
      best_rules_ = chosen.rules;
    }
  }

  bool has_room(const Chosen& chosen, std::size_t rule) const {
    const int head = problem_.rules()[rule].head;
    const auto same = std::ranges::count_if(
        chosen.rules, [&](std::size_t r) { return problem_.rules()[r].head == head; });
    return same < problem_.rules_per_head();
  }

  // The first incumbent: add the most promising rule, while there is one.
  void greedy() {
    Chosen chosen = none();
    for (;;) {
      const std::vector<Option> options = options_of(chosen, all(), 1, kAny);
      if (options.empty() || stopped_) return;
      add(chosen, options[0].rule);
      record(chosen);
    }
  }

  // What can be added to `chosen`, best first. m: how many rules may be added, to bring the
  // improvement above `floor`. Not all of it once the search is stopped.
  std::vector<Option> options_of(const Chosen& chosen, std::span<const Option> from, int m,
                                 Cost floor) {
    std::vector<Option> options;
    const Cost now = chosen.useful - chosen.harmful - chosen.length;
    for (const Option& o : from) {
      const ReducedRule& rule = problem_.rules()[o.rule];
      // Without touching a column: gains only shrink, and losses by at most what is lost already.
      if (m == 1 &&
          now + rule.gain - rule.length - std::max<Cost>(0, rule.loss - chosen.harmful) <= floor) {
        continue;
      }
      if (!has_room(chosen, o.rule)) continue;
      if (late(kOverhead + 3 * layout_.words())) return options;
      const auto covers = problem_.covers(o.rule);
      Option next{.rule = o.rule};
      next.gain = layout_.inclusions(chosen.derived, covers) +
                  layout_.helps(chosen.derived, covers) - chosen.useful;
      if (next.gain <= rule.length) continue;
      next.loss = layout_.exclusions(chosen.derived, covers) - chosen.harmful;
      next.potential = (next.gain - rule.length) * m - next.loss;
      // The last rule brings exactly that. Before it, a rule that loses more than it wins may pay
      // all the same: another one may lose the same columns.
      if (m > 1 || (next.potential > 0 && now + next.potential > floor)) options.push_back(next);
    }
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& a, const Option& b) { return a.potential > b.potential; });
    if (m > 1) drop_hopeless(options, m, (floor - now) * m);
    return options;
  }

  // Rules that do not reach the floor even with the m-1 best of the others.
  void drop_hopeless(std::vector<Option>& options, int m, Cost floor) const {
    const Cost others = sum_of_best(options, 0, m - 1);
    const auto end = std::ranges::partition_point(
        options, [&](const Option& o) { return o.potential + others > floor; });
    options.erase(end, options.end());
  }

  // The largest improvement, times m, that up to m rules of options[from...] can bring.
  Cost sum_of_best(std::span<const Option> options, std::size_t from, int m) const {
    Cost sum = 0;
    const std::size_t end = std::min(options.size(), from + static_cast<std::size_t>(m));
    for (std::size_t i = from; i < end; ++i) sum += std::max<Cost>(0, options[i].potential);
    return sum;
  }

  // Each useful column is paid for by one of the rules that derive it, in proportion to its
  // weight; no rule offers it cheaper than at its own price, length / gain. Tighter than the sum
  // of potentials when many overlapping rules may be added.
  double cover_bound(const Chosen& chosen, std::span<const Option> options, int m) {
    std::vector<std::size_t> order(options.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto price = [&](std::size_t i) {
      const Option& o = options[i];
      const double cost =
          static_cast<double>(problem_.rules()[o.rule].length) + static_cast<double>(o.loss) / m;
      return cost / static_cast<double>(o.gain);
    };
    std::ranges::sort(order, {}, price);
    std::vector<Word> paid = chosen.derived;
    double bound = 0;
    Cost useful = chosen.useful;
    for (const std::size_t i : order) {
      if (price(i) >= 1) break;
      late(kOverhead + 3 * layout_.words());
      const auto covers = problem_.covers(options[i].rule);
      for (std::size_t w = 0; w < covers.size(); ++w) paid[w] |= covers[w];
      const Cost now = layout_.inclusions(paid) + layout_.helps(paid);
      bound += static_cast<double>(now - useful) * (1 - price(i));
      useful = now;
    }
    return bound;
  }

  void expand(const Chosen& chosen, std::span<const Option> from, int m, bool root) {
    if (m == 0 || stopped_) return;
    if (m == 1 && !root) return add_last(chosen, from);
    const std::vector<Option> options = options_of(chosen, from, m, best_);
    if (stopped_) return;
    const Cost now = chosen.useful - chosen.harmful - chosen.length;
    if (m > 2) {
      // Whole numbers: what is above by less than 1 is not above.
      const auto most = static_cast<Cost>(
          std::floor(static_cast<double>(now) + cover_bound(chosen, options, m) + 1e-6));
      if (root) root_bound_ = std::min(root_bound_, std::max(best_, most));
      if (most <= best_) return;
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Cost sum = sum_of_best(options, i, m);
      // All selections with a rule before the i-th have been looked at: nothing was cut short.
      if (root) root_bound_ = std::min(root_bound_, std::max(best_, now + sum / m));
      if (now * m + sum <= best_ * m) break;
      Chosen next = chosen;
      add(next, options[i].rule);
      record(next);
      expand(next, std::span(options).subspan(i + 1), m - 1, false);
      if (stopped_) return;
    }
  }

  // With one rule to add, the best of them is found in one pass: the innermost loop.
  void add_last(const Chosen& chosen, std::span<const Option> from) {
    const Cost now = chosen.useful - chosen.harmful - chosen.length;
    for (const Option& o : from) {
      const ReducedRule& rule = problem_.rules()[o.rule];
      // Without touching a column: gains only shrink, and losses by at most what is lost already.
      const Cost hope =
          now + rule.gain - rule.length - std::max<Cost>(0, rule.loss - chosen.harmful);
      if (hope <= best_ || !has_room(chosen, o.rule)) continue;
      if (late(kOverhead + 3 * layout_.words())) return;
      const auto covers = problem_.covers(o.rule);
      const Cost won = layout_.inclusions(chosen.derived, covers) +
                       layout_.helps(chosen.derived, covers) - chosen.length - rule.length;
      if (won - chosen.harmful <= best_) continue;
      if (won - layout_.exclusions(chosen.derived, covers) <= best_) continue;
      Chosen next = chosen;
      add(next, o.rule);
      record(next);
    }
  }

  bool late(std::size_t steps) {
    stopped_ = stopped_ || timer_.late(steps) || work_left_ < steps;
    work_left_ -= stopped_ ? 0 : steps;
    return stopped_;
  }

  const ReducedProblem& problem_;
  const ColumnLayout& layout_;
  Timer timer_;
  std::uint64_t work_left_;
  // The improvement on the empty selection: of the best one known, and by its rules if found here.
  Cost best_ = 0;
  std::vector<std::size_t> best_rules_;
  // At any time no selection improves on the empty one by more than this.
  Cost root_bound_ = 0;
  bool stopped_ = false;
};

}  // namespace

Selection branch_and_bound(const ReducedProblem& problem, Cost known, const SearchLimits& limits) {
  return Search(problem, known, limits).run();
}

}  // namespace holdfast::learn
