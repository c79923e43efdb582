#include "holdfast/learn/conflict.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/base/error.h"
#include "holdfast/learn/space.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

constexpr std::size_t kNamed = 5;
constexpr std::size_t kRemembered = 20'000;

// Hard columns by the coverage's bits: what must be derived, and what must not.
struct HardColumns {
  Bits wanted, unwanted;
  std::vector<int> example;  // by column; -1 for none
};

HardColumns hard_columns(const ComponentProblem& problem, Cost hard) {
  const auto n = static_cast<std::size_t>(problem.selection.columns);
  HardColumns result{Bits(n), Bits(n), std::vector<int>(n, -1)};
  for (std::size_t i = 0; i < problem.selection.examples.size(); ++i) {
    const SelectionExample& e = problem.selection.examples[i];
    if (e.penalty < hard) continue;
    const bool single = e.inclusions.size() + e.exclusions.size() == 1;
    if (!e.positive && !single) continue;
    for (const int c : e.inclusions) {
      (e.positive ? result.wanted : result.unwanted).set(static_cast<std::size_t>(c));
      result.example[static_cast<std::size_t>(c)] = static_cast<int>(i);
    }
    for (const int c : e.exclusions) {
      (e.positive ? result.unwanted : result.wanted).set(static_cast<std::size_t>(c));
      result.example[static_cast<std::size_t>(c)] = static_cast<int>(i);
    }
  }
  return result;
}

bool intersects(std::span<const Word> a, std::span<const Word> b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & b[i]) != 0) return true;
  }
  return false;
}

// Strikes out what rules derive that derive nothing unwanted.
class SafeCoverage final : public SpaceVisitor {
 public:
  explicit SafeCoverage(const HardColumns& hard) : hard_(hard), missing(hard.wanted) {}

  bool may_matter(std::span<const Word> covers, int) override {
    return intersects(covers, missing.words());
  }

  void visit(const RuleRef&, int, std::span<const Word> covers) override {
    if (intersects(covers, hard_.unwanted.words())) return;
    for (std::size_t w = 0; w < covers.size(); ++w) missing.words()[w] &= ~covers[w];
  }

 private:
  const HardColumns& hard_;

 public:
  Bits missing;
};

// For one wanted column: the unwanted columns of each rule that derives it.
class Opponents final : public SpaceVisitor {
 public:
  Opponents(const HardColumns& hard, std::size_t column) : hard_(hard), column_(column) {}

  bool may_matter(std::span<const Word> covers, int) override { return derives(covers); }

  void visit(const RuleRef&, int, std::span<const Word> covers) override {
    if (!derives(covers)) return;
    ++rules;
    if (broken.size() == kRemembered) return;
    Bits bits(covers);
    for (std::size_t w = 0; w < covers.size(); ++w) bits.words()[w] &= hard_.unwanted.words()[w];
    broken.push_back(std::move(bits));
  }

  std::size_t rules = 0;
  std::vector<Bits> broken;

 private:
  bool derives(std::span<const Word> covers) const {
    return (covers[column_ / 64] >> (column_ % 64)) & 1;
  }

  const HardColumns& hard_;
  std::size_t column_;
};

// A small set of columns that meets every set: greedily the column in most sets that remain.
std::vector<std::size_t> hitting_set(std::vector<Bits> sets, std::size_t columns, Timer timer) {
  std::vector<std::size_t> chosen;
  while (!sets.empty()) {
    std::vector<int> count(columns);
    for (const Bits& set : sets) {
      for_each_bit(set.words(), [&](std::size_t c) { ++count[c]; });
      timer.check(columns);
    }
    const auto best = static_cast<std::size_t>(std::ranges::max_element(count) - count.begin());
    chosen.push_back(best);
    std::erase_if(sets, [&](const Bits& set) { return set.test(best); });
  }
  return chosen;
}

std::string name_of(const Task& task, const Component& component, int index) {
  const int e = component.examples[static_cast<std::size_t>(index)];
  const std::string& id = task.examples[static_cast<std::size_t>(e)].id;
  return id.empty() ? fmt::format("example {}", e + 1) : id;
}

// Why no rule covers a hard column together with the others.
std::string reason(const Task& task, const Component& component, const HardColumns& columns,
                   const Spaces& spaces, std::size_t column, Deadline deadline) {
  Opponents opponents(columns, column);
  for (const auto& space : spaces) space->walk(opponents, deadline);
  if (opponents.rules == 0) return "no rule derives its inclusion";
  std::string text =
      fmt::format("each of the {} rules that cover it breaks one of", opponents.rules);
  const auto against =
      hitting_set(std::move(opponents.broken), columns.example.size(), Timer(deadline));
  for (std::size_t k = 0; k < std::min(against.size(), 2 * kNamed); ++k) {
    text += (k == 0 ? " " : ", ") + name_of(task, component, columns.example[against[k]]);
  }
  if (against.size() > 2 * kNamed) text += fmt::format(" and {} more", against.size() - 2 * kNamed);
  return text;
}

}  // namespace

void check_satisfiable(const Task& task, const Component& component,
                       const ComponentProblem& problem, const Spaces& spaces, Cost hard,
                       Deadline deadline) {
  const bool any_hard = std::ranges::any_of(component.examples, [&](int e) {
    return !task.examples[static_cast<std::size_t>(e)].penalty.has_value();
  });
  if (!any_hard) return;
  const HardColumns columns = hard_columns(problem, hard);
  SafeCoverage safe(columns);
  for (const auto& space : spaces) space->walk(safe, deadline);
  std::vector<std::size_t> uncovered;
  for_each_bit(safe.missing.words(), [&](std::size_t c) { uncovered.push_back(c); });
  if (uncovered.empty()) return;

  std::string text = fmt::format(
      "no hypothesis in the declared space covers all examples: {} that must derive {} cannot be "
      "covered together with the others.",
      uncovered.size(), uncovered.size() == 1 ? "an atom" : "atoms");
  for (std::size_t i = 0; i < std::min(kNamed, uncovered.size()); ++i) {
    text += "\n  " + name_of(task, component, columns.example[uncovered[i]]) + ": ";
    try {
      text += reason(task, component, columns, spaces, uncovered[i], deadline);
    } catch (const OutOfTime&) {
      text += "there was no time to say why";
    }
  }
  if (uncovered.size() > kNamed) text += fmt::format("\n  and {} more", uncovered.size() - kNamed);
  throw InputError(text +
                   "\nExamples without a penalty are hard. Give them penalties (id@10), or all of "
                   "them one with --penalty 10, to learn what covers most; or widen the space");
}

void check_covers_hard(const Task& task, const LearnResult& result) {
  std::string names;
  int count = 0;
  for (std::size_t i = 0; i < task.examples.size(); ++i) {
    const Example& e = task.examples[i];
    if (e.penalty.has_value() || result.covered[i]) continue;
    if (++count <= static_cast<int>(kNamed)) {
      names += (count == 1 ? "" : ", ") + (e.id.empty() ? fmt::format("example {}", i + 1) : e.id);
    }
  }
  if (count == 0) return;
  const std::string within =
      result.rules_per_head > 0
          ? fmt::format(" with at most {} rules per head", result.rules_per_head)
          : std::string();
  const std::string found = fmt::format("the best one leaves {} uncovered ({}{})", count, names,
                                        count > static_cast<int>(kNamed) ? ", ..." : "");
  if (!result.optimal) {
    throw InputError(fmt::format(
        "no hypothesis{} that covers all hard examples was found in time: {}. Allow more time "
        "(--time), shorter rules only (--max-length), or give penalties (--penalty 10)",
        within, found));
  }
  throw InputError(fmt::format(
      "no hypothesis{} covers all hard examples: {}. Allow more rules (--rules-per-head, 0 for any "
      "number), or give penalties (--penalty 10)",
      within, found));
}

}  // namespace holdfast::learn
