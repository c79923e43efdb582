#include "holdfast/learn/frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/base/error.h"
#include "holdfast/learn/threshold_choice.h"
#include "holdfast/logic/comparator.h"

namespace holdfast::learn {
namespace {

void set_bit(std::vector<Word>& planes, std::size_t bit) {
  planes[bit / 64] |= Word{1} << (bit % 64);
}

}  // namespace

void Budget::take(double bytes) {
  taken_ += bytes;
  if (taken_ <= static_cast<double>(memory_)) return;
  throw InputError(fmt::format(
      "the space is too large: the coverage of its literals with their thresholds takes {:.0f} MB "
      "or more, and {} MB are allowed (--memory); use fewer thresholds (--thresholds, no "
      "--intervals), one entity per rule (--entities 1), or fewer examples",
      taken_ / (1 << 20), memory_ >> 20));
}

Frame::Frame(const FactIndex& facts, const Targets& targets, const Skeleton& skeleton,
             const std::vector<int>& shared, Budget& budget)
    : facts_(facts), shared_(shared), words_(targets.layout.words()) {
  for (const int v : shared_) {
    shared_types_.push_back(skeleton.types[static_cast<std::size_t>(v)]);
    from_head_.push_back(skeleton.head.mentions(v));
  }
  for (std::size_t i = 0; i < targets.targets.size(); ++i) {
    add_slots(targets.targets[i], targets.layout.position(i), skeleton, budget);
  }
  // Every walk asks for it, of every skeleton.
  budget.take(static_cast<double>(plane_words() * sizeof(Word)));
  all_.resize(plane_words());
  for_each_slot([&](std::size_t bit, int, const Value*) { set_bit(all_, bit); });
}

// Variables of a declared type take the values of the type, so that skeletons share frames; those
// of a given rule the values that a literal of it has for them.
std::vector<Value> Frame::domain(const Skeleton& skeleton, std::size_t shared, int context) const {
  const std::string& type = shared_types_[shared];
  if (facts_.has_type(type)) return facts_.domain(type, context);
  std::vector<Value> values;
  for (const SkeletonLiteral& l : skeleton.body) {
    if (!l.binds() || !l.mentions(shared_[shared])) continue;
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

// The values that the target gives the head's variables; false if the head cannot derive it.
bool Frame::bind_head(const Target& target, const SkeletonLiteral& head,
                      std::vector<Value>& binding) const {
  const auto arguments = facts_.arguments_as(*target.atom, head.predicate);
  if (!arguments) return false;
  std::vector<bool> known(shared_.size());
  for (std::size_t i = 0; i < head.arguments.size(); ++i) {
    const Value v = (*arguments)[i];
    if (head.arguments[i].variable < 0) {
      if (head.arguments[i].constant != v) return false;
      continue;
    }
    const auto s = static_cast<std::size_t>(std::ranges::find(shared_, head.arguments[i].variable) -
                                            shared_.begin());
    if (known[s] && binding[s] != v) return false;
    binding[s] = v;
    known[s] = true;
  }
  return true;
}

void Frame::add_slots(const Target& target, std::size_t column, const Skeleton& skeleton,
                      Budget& budget) {
  std::vector<Value> binding(shared_.size());
  if (!bind_head(target, skeleton.head, binding)) return;
  // The remaining shared variables take all values of their types, like the digits of a counter.
  std::vector<std::vector<Value>> digits;
  std::vector<std::size_t> free;
  double product = 1;
  for (std::size_t s = 0; s < shared_.size(); ++s) {
    if (from_head_[s]) continue;
    free.push_back(s);
    digits.push_back(domain(skeleton, s, target.context));
    product *= static_cast<double>(digits.back().size());
  }
  budget.take(static_cast<double>(sizeof(TargetSlots)) +
              product * static_cast<double>(binding.size() * sizeof(Value)));
  const auto count = static_cast<std::size_t>(product);
  for (std::size_t j = 0; j < count; ++j) {
    std::size_t rest = j;
    for (std::size_t d = 0; d < digits.size(); ++d) {
      binding[free[d]] = digits[d][rest % digits[d].size()];
      rest /= digits[d].size();
    }
    values_.insert(values_.end(), binding.begin(), binding.end());
    budget.timer.check(binding.size());
  }
  targets_.push_back({target.context, static_cast<int>(column), count});
  slots_ = std::max(slots_, count);
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

Frame::Matches Frame::matches(const SkeletonLiteral& literal, Budget& budget) const {
  if (literal.comparator) return comparison_matches(literal);
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
  for_each_slot([&](std::size_t bit, int context, const Value* binding) {
    budget.timer.check(relation.end(context) - relation.begin(context));
    for (std::size_t i = relation.begin(context); i < relation.end(context); ++i) {
      const auto row = relation.row(i);
      bool fits = true;
      std::fill(bound.begin(), bound.end(), false);
      for (std::size_t h = 0; h < holes.size() && fits; ++h) {
        if (holes[h].shared >= 0) {
          fits = row[h] == binding[holes[h].shared];
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
      found.bits.push_back(bit);
      found.values.insert(found.values.end(), values.begin(), values.end());
    }
  });
  return found;
}

// The variables of a comparison stand in other literals too, so they are shared.
Frame::Matches Frame::comparison_matches(const SkeletonLiteral& literal) const {
  const auto place = [&](const Argument& a) {
    return static_cast<std::size_t>(std::ranges::find(shared_, a.variable) - shared_.begin());
  };
  const std::size_t left = place(literal.arguments[0]), right = place(literal.arguments[1]);
  Matches found{.locals = 0, .bits = {}, .values = {}};
  for_each_slot([&](std::size_t bit, int, const Value* binding) {
    if (logic::satisfies(facts_.order(binding[left]), *literal.comparator,
                         facts_.order(binding[right]))) {
      found.bits.push_back(bit);
    }
  });
  return found;
}

Frame::Matches Frame::variable_matches(std::size_t shared) const {
  Matches found{.locals = 1, .bits = {}, .values = {}};
  for_each_slot([&](std::size_t bit, int, const Value* binding) {
    found.bits.push_back(bit);
    found.values.push_back(binding[shared]);
  });
  return found;
}

bool Frame::respects(const Value* row, const std::vector<Bound>& bounds) const {
  return std::ranges::all_of(bounds, [&](const Bound& b) {
    return logic::satisfies(facts_.order(row[b.variable]), b.comparator, facts_.order(b.constant));
  });
}

std::vector<Word> Frame::planes(const Matches& m, const std::vector<Bound>& bounds,
                                Budget& budget) const {
  budget.take(static_cast<double>(plane_words() * sizeof(Word)));
  std::vector<Word> result(plane_words());
  for (std::size_t i = 0; i < m.bits.size(); ++i) {
    if (respects(m.values.data() + i * m.locals, bounds)) set_bit(result, m.bits[i]);
    budget.timer.check(1);
  }
  return result;
}

std::vector<Option> Frame::options(const Matches& m, const Bias& bias,
                                   const std::vector<std::string>& types, Budget& budget) const {
  if (m.locals == 0) return {{{}, planes(m, {}, budget)}};
  // The distinct values and the choices of each local variable.
  std::vector<std::vector<Value>> values(m.locals);
  std::vector<std::vector<ThresholdChoice>> choices(m.locals);
  for (std::size_t l = 0; l < m.locals; ++l) {
    for (std::size_t i = 0; i < m.bits.size(); ++i) values[l].push_back(m.values[i * m.locals + l]);
    std::ranges::sort(values[l]);
    values[l].erase(std::unique(values[l].begin(), values[l].end()), values[l].end());
    choices[l] = threshold_choices(bias, facts_, types[l], static_cast<int>(l), values[l], budget);
  }
  double combinations = 1;
  for (const auto& c : choices) combinations *= static_cast<double>(c.size());
  budget.take((combinations + static_cast<double>(values.back().size())) *
              static_cast<double>(plane_words() * sizeof(Word)));
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
      if (!respects(row, outer)) continue;
      const auto v = std::ranges::lower_bound(values[last], row[last]) - values[last].begin();
      set_bit(of_value[static_cast<std::size_t>(v)], m.bits[i]);
    }
    budget.timer.check(m.bits.size());
    for (const ThresholdChoice& choice : choices[last]) {
      Option option{outer, std::vector<Word>(plane_words())};
      option.bounds.insert(option.bounds.end(), choice.bounds.begin(), choice.bounds.end());
      for (std::size_t v = 0; v < of_value.size(); ++v) {
        if (!choice.allows[v]) continue;
        for (std::size_t w = 0; w < option.planes.size(); ++w) option.planes[w] |= of_value[v][w];
        budget.timer.check(plane_words());
      }
      result.push_back(std::move(option));
    }
    std::size_t l = 0;
    while (l < last && ++at[l] == choices[l].size()) at[l++] = 0;
    if (l == last) return result;
  }
}

std::vector<Option> Frame::literal_options(const SkeletonLiteral& literal, const Bias& bias,
                                           const std::vector<std::string>& types,
                                           Budget& budget) const {
  if (literal.negated) return {{{}, literal_planes(literal, {}, budget)}};
  return options(matches(literal, budget), bias, types, budget);
}

std::vector<Option> Frame::variable_options(std::size_t shared, const Bias& bias,
                                            const std::string& type, Budget& budget) const {
  return options(variable_matches(shared), bias, {type}, budget);
}

std::vector<Word> Frame::literal_planes(const SkeletonLiteral& literal,
                                        const std::vector<Bound>& bounds, Budget& budget) const {
  std::vector<Word> result = planes(matches(literal, budget), bounds, budget);
  if (literal.negated) {
    for (std::size_t w = 0; w < result.size(); ++w) result[w] = all_[w] & ~result[w];
  }
  return result;
}

std::vector<Word> Frame::variable_planes(std::size_t shared, const std::vector<Bound>& bounds,
                                         Budget& budget) const {
  return planes(variable_matches(shared), bounds, budget);
}

void Frame::join(const Word* planes, Word* covers) const {
  std::fill(covers, covers + words_, Word{0});
  for (std::size_t j = 0; j < slots_; ++j) {
    const Word* plane = planes + j * words_;
    for (std::size_t w = 0; w < words_; ++w) covers[w] |= plane[w];
  }
}

}  // namespace holdfast::learn
