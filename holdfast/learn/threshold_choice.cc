#include "holdfast/learn/threshold_choice.h"

#include <algorithm>
#include <map>

#include "holdfast/logic/comparator.h"

namespace holdfast::learn {
namespace {

// One threshold: the first of those of its declaration that allow the same values.
struct Single {
  Bound bound;
  std::vector<bool> allows;
  std::size_t declaration = 0;  // as Finder counts them
};

class Finder {
 public:
  Finder(const Bias& bias, const FactIndex& facts, const std::string& type, int variable,
         const std::vector<Value>& values, Budget& budget)
      : bias_(bias), budget_(budget), values_(values.size()) {
    for (const ComparisonMode& mode : bias.comparisons) {
      if (mode.type == type) add_singles(mode, facts, variable, values);
    }
  }

  // In the order of their number of thresholds, then of the singles: so whatever is left out is no
  // better than something kept, and so are all that would grow from it.
  std::vector<ThresholdChoice> run() {
    keep({{{}, std::vector<bool>(values_, true)}, 0, std::vector<int>(recalls_.size())});
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (kept_[i].choice.bounds.size() == most()) break;
      for (std::size_t s = kept_[i].next; s < singles_.size(); ++s) extend(i, s);
    }
    std::vector<ThresholdChoice> result;
    for (Draft& d : kept_) result.push_back(std::move(d.choice));
    return result;
  }

 private:
  struct Draft {
    ThresholdChoice choice;
    std::size_t next = 0;   // the first single that may be added
    std::vector<int> used;  // thresholds by declaration
  };

  // Head and one literal take two of the length.
  std::size_t longest() const {
    return static_cast<std::size_t>(std::max(0, bias_.max_length - 2));
  }
  std::size_t most() const {
    const auto limit = static_cast<std::size_t>(std::max(0, bias_.max_thresholds));
    return limit == 0 ? longest() : std::min(limit, longest());
  }

  void add_singles(const ComparisonMode& mode, const FactIndex& facts, int variable,
                   const std::vector<Value>& values) {
    const auto [it, fresh] = declarations_.try_emplace(mode.declaration, recalls_.size());
    if (fresh) recalls_.push_back(mode.recall);
    const std::size_t first = singles_.size();
    for (const Value c : mode.constants) {
      Single s{{variable, mode.comparator, c, mode.declaration}, {}, it->second};
      for (const Value v : values) {
        s.allows.push_back(logic::satisfies(facts.order(v), mode.comparator, facts.order(c)));
      }
      const bool known =
          std::any_of(singles_.begin() + static_cast<std::ptrdiff_t>(first), singles_.end(),
                      [&](const Single& o) { return o.allows == s.allows; });
      if (!known) singles_.push_back(std::move(s));
      budget_.timer.check(values.size() + singles_.size() - first);
    }
  }

  void extend(std::size_t from, std::size_t single) {
    const Single& s = singles_[single];
    if (kept_[from].used[s.declaration] >= recalls_[s.declaration]) return;
    Draft draft = kept_[from];
    bool any = false;
    for (std::size_t v = 0; v < values_; ++v) {
      draft.choice.allows[v] = draft.choice.allows[v] && s.allows[v];
      any = any || draft.choice.allows[v];
    }
    budget_.timer.check(values_);
    if (!any) return;
    draft.choice.bounds.push_back(s.bound);
    ++draft.used[s.declaration];
    draft.next = single + 1;
    keep(std::move(draft));
  }

  void keep(Draft draft) {
    std::vector<std::size_t>& same = by_values_[draft.choice.allows];
    if (std::ranges::any_of(same, [&](std::size_t k) { return is_as_good(kept_[k], draft); })) {
      return;
    }
    const std::size_t bytes = sizeof(Draft) + draft.choice.bounds.size() * sizeof(Bound) +
                              draft.used.size() * sizeof(int) + values_ / 4;
    budget_.take(static_cast<double>(bytes));
    same.push_back(kept_.size());
    kept_.push_back(std::move(draft));
  }

  // a was kept before b, so it has no more thresholds.
  bool is_as_good(const Draft& a, const Draft& b) const {
    for (std::size_t d = 0; d < recalls_.size(); ++d) {
      const bool scarce = static_cast<std::size_t>(recalls_[d]) < longest();
      if (scarce && a.used[d] > b.used[d]) return false;
    }
    return true;
  }

  const Bias& bias_;
  Budget& budget_;
  std::size_t values_;
  std::map<int, std::size_t> declarations_;
  std::vector<int> recalls_;  // by declaration
  std::vector<Single> singles_;
  std::vector<Draft> kept_;
  std::map<std::vector<bool>, std::vector<std::size_t>> by_values_;
};

}  // namespace

std::vector<ThresholdChoice> threshold_choices(const Bias& bias, const FactIndex& facts,
                                               const std::string& type, int variable,
                                               const std::vector<Value>& values, Budget& budget) {
  return Finder(bias, facts, type, variable, values, budget).run();
}

}  // namespace holdfast::learn
