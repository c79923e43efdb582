#include "holdfast/learn/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "holdfast/base/error.h"
#include "holdfast/logic/comparator.h"

namespace holdfast::learn {
namespace {

// A choice of at most one lower and one upper threshold on a variable, by the values it allows.
struct Choice {
  std::vector<Bound> bounds = {};
  std::vector<bool> allows = {};
};

// Before anything is allocated: how much the planes of a literal's thresholds would take.
void check_memory(double planes, std::size_t words, std::size_t memory) {
  const double bytes = planes * static_cast<double>(words * sizeof(Word));
  if (bytes <= static_cast<double>(memory)) return;
  throw InputError(fmt::format(
      "the space is too large: one literal has {:.0f} choices of thresholds, and their coverage "
      "alone would take {:.0f} MB, more than the {} MB allowed (--memory); use fewer thresholds "
      "(--thresholds, no --intervals), one entity per rule (--entities 1), or fewer examples",
      planes, bytes / (1 << 20), memory >> 20));
}

bool is_allowed(Value v, const std::vector<Bound>& bounds) {
  return std::ranges::all_of(
      bounds, [&](const Bound& b) { return logic::satisfies(v, b.comparator, b.constant); });
}

// The choices that tell the values apart: none, one threshold, two; of those that allow the same
// values, the one with the fewest thresholds.
std::vector<Choice> choices_of(const Bias& bias, const std::string& type, int variable,
                               const std::vector<Value>& values) {
  std::vector<Bound> singles;
  for (const ComparisonMode& mode : bias.comparisons) {
    if (mode.type != type) continue;
    for (const Value c : mode.constants) {
      singles.push_back({variable, mode.comparator, c, mode.declaration});
    }
  }
  std::vector<Choice> choices;
  std::set<std::vector<bool>> seen;
  const auto add = [&](std::vector<Bound> bounds) {
    Choice choice{std::move(bounds), std::vector<bool>(values.size())};
    bool any = choice.bounds.empty();
    for (std::size_t i = 0; i < values.size(); ++i) {
      choice.allows[i] = is_allowed(values[i], choice.bounds);
      any = any || choice.allows[i];
    }
    if (any && seen.insert(choice.allows).second) choices.push_back(std::move(choice));
  };
  add({});
  for (const Bound& b : singles) add({b});
  const auto recall = [&](int declaration) {
    return std::ranges::find(bias.comparisons, declaration, &ComparisonMode::declaration)->recall;
  };
  if (bias.max_thresholds < 2) return choices;
  for (std::size_t i = 0; i < singles.size(); ++i) {
    for (std::size_t j = i + 1; j < singles.size(); ++j) {
      if (singles[i].declaration != singles[j].declaration || recall(singles[i].declaration) > 1) {
        add({singles[i], singles[j]});
      }
    }
  }
  return choices;
}

void set_bit(std::vector<Word>& planes, std::size_t bit) {
  planes[bit / 64] |= Word{1} << (bit % 64);
}

}  // namespace

Frame::Frame(const FactIndex& facts, const Targets& targets, const Skeleton& skeleton,
             const std::vector<int>& shared)
    : facts_(facts), shared_(shared), words_(targets.layout.words()) {
  for (const int v : shared_) {
    shared_types_.push_back(skeleton.types[static_cast<std::size_t>(v)]);
    from_head_.push_back(skeleton.head.mentions(v));
  }
  for (std::size_t i = 0; i < targets.targets.size(); ++i) {
    add_slots(targets.targets[i], targets.layout.position(i), skeleton);
  }
}

// Variables of a declared type take the values of the type, so that skeletons share frames; those
// of a given rule the values that a literal of it has for them.
std::vector<Value> Frame::domain(const Skeleton& skeleton, std::size_t shared, int context) const {
  const auto typed = facts_.domain(shared_types_[shared], context);
  std::vector<Value> values(typed.begin(), typed.end());
  if (facts_.has_type(shared_types_[shared])) return values;
  for (const SkeletonLiteral& l : skeleton.body) {
    if (l.negated || !l.mentions(shared_[shared])) continue;
    const auto hole = static_cast<std::size_t>(
        std::ranges::find(l.arguments, shared_[shared], &Argument::variable) - l.arguments.begin());
    const Relation& r = facts_.relation(l.predicate);
    for (std::size_t i = r.begin(context); i < r.end(context); ++i)
      values.push_back(r.row(i)[hole]);
    break;
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

void Frame::add_slots(const Target& target, std::size_t column, const Skeleton& skeleton) {
  const SkeletonLiteral& head = skeleton.head;
  if (target.atom.predicate != head.predicate) return;
  std::vector<Value> binding(shared_.size());
  std::vector<bool> known(shared_.size());
  for (std::size_t i = 0; i < head.arguments.size(); ++i) {
    const Value v = target.atom.arguments[i];
    if (head.arguments[i].variable < 0) {
      if (head.arguments[i].constant != v) return;
      continue;
    }
    const auto s = static_cast<std::size_t>(std::ranges::find(shared_, head.arguments[i].variable) -
                                            shared_.begin());
    if (known[s] && binding[s] != v) return;
    binding[s] = v;
    known[s] = true;
  }
  // The remaining shared variables take all values of their types, like the digits of a counter.
  std::vector<std::vector<Value>> digits;
  std::vector<std::size_t> free;
  std::size_t count = 1;
  for (std::size_t s = 0; s < shared_.size(); ++s) {
    if (from_head_[s]) continue;
    free.push_back(s);
    digits.push_back(domain(skeleton, s, target.context));
    count *= digits.back().size();
  }
  for (std::size_t j = 0; j < count; ++j) {
    std::size_t rest = j;
    for (std::size_t d = 0; d < digits.size(); ++d) {
      binding[free[d]] = digits[d][rest % digits[d].size()];
      rest /= digits[d].size();
    }
    slot_list_.push_back({j * words_ * 64 + column, target.context, values_.size()});
    values_.insert(values_.end(), binding.begin(), binding.end());
  }
  slots_ = std::max(slots_, count);
}

std::vector<Word> Frame::all() const {
  std::vector<Word> planes(plane_words());
  for (const Slot& slot : slot_list_) set_bit(planes, slot.bit);
  return planes;
}

std::vector<int> Frame::locals(const SkeletonLiteral& literal) const {
  std::vector<int> result;
  for (const Argument& a : literal.arguments) {
    if (a.variable >= 0 && std::ranges::find(shared_, a.variable) == shared_.end() &&
        std::ranges::find(result, a.variable) == result.end()) {
      result.push_back(a.variable);
    }
  }
  return result;
}

Frame::Matches Frame::matches(const SkeletonLiteral& literal) const {
  const std::vector<int> local = locals(literal);
  // Where each hole's value comes from: a shared variable, a local one, or the constant.
  struct Source {
    int shared = -1;
    int local = -1;
    Value constant = 0;
  };
  std::vector<Source> holes;
  for (const Argument& a : literal.arguments) {
    Source hole{.constant = a.constant};
    const auto s = std::ranges::find(shared_, a.variable);
    const auto l = std::ranges::find(local, a.variable);
    if (a.variable >= 0 && s != shared_.end()) hole.shared = static_cast<int>(s - shared_.begin());
    if (a.variable >= 0 && l != local.end()) hole.local = static_cast<int>(l - local.begin());
    holes.push_back(hole);
  }
  Matches found{.locals = local.size(), .bits = {}, .values = {}};
  const Relation& relation = facts_.relation(literal.predicate);
  std::vector<Value> values(local.size());
  std::vector<bool> bound(local.size());
  for (const Slot& slot : slot_list_) {
    for (std::size_t i = relation.begin(slot.context); i < relation.end(slot.context); ++i) {
      const auto row = relation.row(i);
      bool fits = true;
      std::fill(bound.begin(), bound.end(), false);
      for (std::size_t h = 0; h < holes.size() && fits; ++h) {
        if (holes[h].shared >= 0) {
          fits = row[h] == values_[slot.values + static_cast<std::size_t>(holes[h].shared)];
        } else if (holes[h].local >= 0) {
          const auto l = static_cast<std::size_t>(holes[h].local);
          fits = !bound[l] || values[l] == row[h];
          values[l] = row[h];
          bound[l] = true;
        } else {
          fits = row[h] == holes[h].constant;
        }
      }
      if (!fits) continue;
      found.bits.push_back(slot.bit);
      found.values.insert(found.values.end(), values.begin(), values.end());
    }
  }
  return found;
}

Frame::Matches Frame::variable_matches(std::size_t shared) const {
  Matches found{.locals = 1, .bits = {}, .values = {}};
  for (const Slot& slot : slot_list_) {
    found.bits.push_back(slot.bit);
    found.values.push_back(values_[slot.values + shared]);
  }
  return found;
}

std::vector<Word> Frame::planes(const Matches& m, const std::vector<Bound>& bounds) const {
  std::vector<Word> result(plane_words());
  for (std::size_t i = 0; i < m.bits.size(); ++i) {
    const bool fits = std::ranges::all_of(bounds, [&](const Bound& b) {
      return logic::satisfies(m.values[i * m.locals + static_cast<std::size_t>(b.variable)],
                              b.comparator, b.constant);
    });
    if (fits) set_bit(result, m.bits[i]);
  }
  return result;
}

std::vector<Option> Frame::options(const Matches& m, const Bias& bias,
                                   const std::vector<std::string>& types) const {
  if (m.locals == 0) return {{{}, planes(m, {})}};
  // The distinct values and the choices of each local variable.
  std::vector<std::vector<Value>> values(m.locals);
  std::vector<std::vector<Choice>> choices(m.locals);
  for (std::size_t l = 0; l < m.locals; ++l) {
    for (std::size_t i = 0; i < m.bits.size(); ++i) values[l].push_back(m.values[i * m.locals + l]);
    std::ranges::sort(values[l]);
    values[l].erase(std::unique(values[l].begin(), values[l].end()), values[l].end());
    choices[l] = choices_of(bias, types[l], static_cast<int>(l), values[l]);
  }
  double combinations = 1;
  for (const auto& c : choices) combinations *= static_cast<double>(c.size());
  check_memory(combinations + static_cast<double>(values.back().size()), plane_words(),
               bias.memory);
  std::vector<Option> result;
  const std::size_t last = m.locals - 1;
  // All choices for the variables before the last; for the last, unions of planes of its values.
  std::vector<std::size_t> at(last, 0);
  for (;;) {
    std::vector<Bound> outer;
    for (std::size_t l = 0; l < last; ++l) {
      const auto& b = choices[l][at[l]].bounds;
      outer.insert(outer.end(), b.begin(), b.end());
    }
    std::vector<std::vector<Word>> of_value(values[last].size(), std::vector<Word>(plane_words()));
    for (std::size_t i = 0; i < m.bits.size(); ++i) {
      const Value* row = m.values.data() + i * m.locals;
      const bool fits = std::ranges::all_of(outer, [&](const Bound& b) {
        return logic::satisfies(row[b.variable], b.comparator, b.constant);
      });
      if (!fits) continue;
      const auto v = std::ranges::lower_bound(values[last], row[last]) - values[last].begin();
      set_bit(of_value[static_cast<std::size_t>(v)], m.bits[i]);
    }
    for (const Choice& choice : choices[last]) {
      Option option{outer, std::vector<Word>(plane_words())};
      option.bounds.insert(option.bounds.end(), choice.bounds.begin(), choice.bounds.end());
      for (std::size_t v = 0; v < of_value.size(); ++v) {
        if (!choice.allows[v]) continue;
        for (std::size_t w = 0; w < option.planes.size(); ++w) option.planes[w] |= of_value[v][w];
      }
      result.push_back(std::move(option));
    }
    std::size_t l = 0;
    while (l < last && ++at[l] == choices[l].size()) at[l++] = 0;
    if (l == last) return result;
  }
}

std::vector<Option> Frame::literal_options(const SkeletonLiteral& literal, const Bias& bias,
                                           const std::vector<std::string>& types) const {
  if (literal.negated) return {{{}, literal_planes(literal, {})}};
  return options(matches(literal), bias, types);
}

std::vector<Option> Frame::variable_options(std::size_t shared, const Bias& bias,
                                            const std::string& type) const {
  return options(variable_matches(shared), bias, {type});
}

std::vector<Word> Frame::literal_planes(const SkeletonLiteral& literal,
                                        const std::vector<Bound>& bounds) const {
  std::vector<Word> result = planes(matches(literal), bounds);
  if (literal.negated) {
    const std::vector<Word> exist = all();
    for (std::size_t w = 0; w < result.size(); ++w) result[w] = exist[w] & ~result[w];
  }
  return result;
}

std::vector<Word> Frame::variable_planes(std::size_t shared,
                                         const std::vector<Bound>& bounds) const {
  return planes(variable_matches(shared), bounds);
}

void Frame::join(const Word* planes, Word* covers) const {
  std::fill(covers, covers + words_, Word{0});
  for (std::size_t j = 0; j < slots_; ++j) {
    const Word* plane = planes + j * words_;
    for (std::size_t w = 0; w < words_; ++w) covers[w] |= plane[w];
  }
}

}  // namespace holdfast::learn
