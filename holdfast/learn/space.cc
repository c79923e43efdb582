#include "holdfast/learn/space.h"

#include <algorithm>

#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

// What tells apart the options of a literal within a frame: its predicate, and for each hole the
// shared variable, the local one with its type, or the constant.
std::string pattern(const Skeleton& skeleton, const std::vector<int>& shared,
                    const SkeletonLiteral& literal, const std::vector<int>& locals) {
  std::string key = literal.comparator ? logic::to_string(*literal.comparator)
                                       : std::to_string(literal.predicate);
  key += literal.negated ? "!" : ":";
  for (const Argument& a : literal.arguments) {
    const auto s = std::ranges::find(shared, a.variable);
    const auto l = std::ranges::find(locals, a.variable);
    if (a.variable < 0) {
      key += 'c' + std::to_string(a.constant);
    } else if (s != shared.end()) {
      key += 's' + std::to_string(s - shared.begin());
    } else {
      key += 'l' + std::to_string(l - locals.begin()) +
             skeleton.types[static_cast<std::size_t>(a.variable)];
    }
    key += ',';
  }
  return key;
}

// Frames differ by the head's arguments and by the types of the shared variables.
std::string frame_key(const Skeleton& skeleton, const std::vector<int>& shared) {
  std::string key;
  for (const Argument& a : skeleton.head.arguments) {
    const auto s = std::ranges::find(shared, a.variable);
    key += a.variable < 0 ? "_" : std::to_string(s - shared.begin());
    key += ',';
  }
  for (const int v : shared) key += skeleton.types[static_cast<std::size_t>(v)] + ';';
  return key;
}

}  // namespace

Space::Space(const Bias& bias, const FactIndex& facts, const Targets& targets, const Mode& head)
    : bias_(bias), facts_(facts), targets_(targets), head_(head), budget_(timer_, bias.memory) {
  for (const ComparisonMode& mode : bias.comparisons) {
    const auto d = static_cast<std::size_t>(mode.declaration);
    recall_.resize(std::max(recall_.size(), d + 1));
    recall_[d] = mode.recall;
  }
}

Space::Space(const Bias& bias, const FactIndex& facts, const Targets& targets,
             std::vector<GivenSkeleton> given, std::vector<int> lengths)
    : bias_(bias),
      facts_(facts),
      targets_(targets),
      budget_(timer_, bias.memory),
      given_(std::move(given)),
      given_lengths_(std::move(lengths)) {
  for (const GivenSkeleton& g : given_) skeletons_.push_back(g.skeleton);
  enumerated_ = true;
}

std::shared_ptr<const Frame> Space::frame_of(const Skeleton& skeleton,
                                             const std::vector<int>& shared) {
  const std::string key = frame_key(skeleton, shared);
  if (const auto it = frames_.find(key); it != frames_.end()) return it->second;
  auto frame = std::make_shared<const Frame>(facts_, targets_, skeleton, shared, budget_);
  return frames_.emplace(key, std::move(frame)).first->second;
}

template <class Make>
Space::Options Space::options_of(const std::string& key, Make&& make) {
  if (const auto it = options_.find(key); it != options_.end()) return it->second;
  return options_.emplace(key, std::make_shared<const std::vector<Option>>(make())).first->second;
}

void Space::prepare(const Skeleton& skeleton) {
  const std::vector<int> shared = skeleton.shared();
  Prepared prepared{.frame = frame_of(skeleton, shared), .units = {}};
  const Frame& frame = *prepared.frame;
  const std::string key = frame_key(skeleton, shared) + '|';
  for (std::size_t i = 0; i < skeleton.body.size(); ++i) {
    const SkeletonLiteral& literal = skeleton.body[i];
    const std::vector<int> locals = frame.locals(literal);
    Options options = options_of(key + pattern(skeleton, shared, literal, locals), [&] {
      std::vector<std::string> types;
      for (const int v : locals) types.push_back(skeleton.types[static_cast<std::size_t>(v)]);
      return frame.literal_options(literal, bias_, types, budget_);
    });
    prepared.units.push_back({std::move(options), locals, 1, skeleton.can_drop(i)});
  }
  for (std::size_t s = 0; s < shared.size(); ++s) {
    const std::string& type = skeleton.types[static_cast<std::size_t>(shared[s])];
    if (std::ranges::find(bias_.comparisons, type, &ComparisonMode::type) ==
        bias_.comparisons.end()) {
      continue;
    }
    Options options = options_of(key + 'v' + std::to_string(s),
                                 [&] { return frame.variable_options(s, bias_, type, budget_); });
    prepared.units.push_back({std::move(options), {shared[s]}, 0, true});
  }
  prepared_.push_back(std::move(prepared));
}

void Space::prepare_given(const GivenSkeleton& g) {
  const std::vector<int> shared = g.skeleton.shared();
  Prepared prepared{
      .frame = std::make_shared<const Frame>(facts_, targets_, g.skeleton, shared, budget_),
      .units = {}};
  const auto bounds_on = [&](const std::vector<int>& variables) {
    std::vector<Bound> bounds;
    for (Bound b : g.bounds) {
      const auto it = std::ranges::find(variables, b.variable);
      if (it == variables.end()) continue;
      b.variable = static_cast<int>(it - variables.begin());
      bounds.push_back(b);
    }
    return bounds;
  };
  const auto add = [&](const std::vector<int>& variables, std::vector<Word> planes) {
    auto options = std::make_shared<std::vector<Option>>();
    options->push_back({bounds_on(variables), std::move(planes)});
    prepared.units.push_back({std::move(options), variables, 0, false});
  };
  for (const SkeletonLiteral& literal : g.skeleton.body) {
    const std::vector<int> locals = prepared.frame->locals(literal);
    add(locals, prepared.frame->literal_planes(literal, bounds_on(locals), budget_));
  }
  for (std::size_t s = 0; s < shared.size(); ++s) {
    add({shared[s]}, prepared.frame->variable_planes(s, bounds_on({shared[s]}), budget_));
  }
  prepared_.push_back(std::move(prepared));
}

double Space::size() const {
  // Rules by length: a product of polynomials over the units of a skeleton.
  double total = 0;
  for (std::size_t s = 0; s < prepared_.size(); ++s) {
    const int most = given_lengths_.empty() ? bias_.max_length : 1 << 20;
    std::vector<double> by_length{0, 1};
    for (const Unit& unit : prepared_[s].units) {
      std::size_t longest = 0;
      for (const Option& o : *unit.options) longest = std::max(longest, o.bounds.size());
      std::vector<double> next(by_length.size() + longest + 1);
      for (std::size_t l = 0; l < by_length.size(); ++l) {
        for (const Option& o : *unit.options) {
          next[l + static_cast<std::size_t>(unit.own_length) + o.bounds.size()] += by_length[l];
        }
      }
      by_length = std::move(next);
    }
    for (std::size_t l = 0; l < by_length.size() && static_cast<int>(l) <= most; ++l) {
      total += by_length[l];
    }
  }
  return total;
}

void Space::walk(SpaceVisitor& visitor, Deadline deadline) {
  timer_ = Timer(deadline);
  if (!enumerated_) {
    skeletons_ = skeletons_of(bias_, *head_, timer_);
    enumerated_ = true;
  }
  for (std::size_t s = 0; s < skeletons_.size(); ++s) {
    if (s == prepared_.size()) head_ ? prepare(skeletons_[s]) : prepare_given(given_[s]);
    walk(s, visitor);
  }
}

void Space::walk(std::size_t skeleton, SpaceVisitor& visitor) {
  now_ = &prepared_[skeleton];
  ref_ = {static_cast<int>(skeleton), {}};
  used_.assign(recall_.size(), 0);
  stack_.assign(now_->units.size() + 1, {});
  stack_[0] = now_->frame->all();
  covers_.assign(now_->frame->words(), 0);
  timer_.check(stack_[0].size());
  const int length = given_lengths_.empty() ? 1 : given_lengths_[skeleton];
  if (!now_->units.empty()) return descend(0, length, visitor);
  now_->frame->join(stack_[0].data(), covers_.data());
  visitor.visit(ref_, cost(length), covers_);
}

int Space::cost(int length) const { return given_lengths_.empty() ? bias_.cost(length) : length; }

bool Space::within_recall(const std::vector<Bound>& bounds) const {
  return std::ranges::all_of(bounds, [&](const Bound& b) {
    if (b.declaration < 0) return true;
    const auto d = static_cast<std::size_t>(b.declaration);
    return used_[d] + std::ranges::count(bounds, b.declaration, &Bound::declaration) <= recall_[d];
  });
}

int Space::rest_length(const Prepared& prepared, std::size_t unit) const {
  int length = 0;
  for (std::size_t u = unit + 1; u < prepared.units.size(); ++u) {
    length += prepared.units[u].own_length;
  }
  return length;
}

void Space::descend(std::size_t unit, int length, SpaceVisitor& visitor) {
  const Unit& u = now_->units[unit];
  const Frame& frame = *now_->frame;
  const bool last = unit + 1 == now_->units.size();
  const int rest = rest_length(*now_, unit);
  const std::vector<Word>& before = stack_[unit];
  std::vector<Word>& after = stack_[unit + 1];
  after.resize(before.size());
  for (std::size_t o = 0; o < u.options->size(); ++o) {
    const Option& option = (*u.options)[o];
    // A given rule has its own length; thresholds count only in the declared space.
    const int added =
        given_lengths_.empty() ? u.own_length + static_cast<int>(option.bounds.size()) : 0;
    const int now = length + added;
    if (given_lengths_.empty() && now + rest > bias_.max_length) continue;
    if (!within_recall(option.bounds)) continue;
    timer_.check(2 * before.size());
    Word changed = 0;
    for (std::size_t w = 0; w < before.size(); ++w) {
      after[w] = before[w] & option.planes[w];
      changed |= before[w] ^ after[w];
    }
    if (changed == 0 && u.droppable && added > 0) continue;  // A shorter rule says the same.
    frame.join(after.data(), covers_.data());
    ref_.options.push_back(static_cast<int>(o));
    if (last) {
      visitor.visit(ref_, cost(now), covers_);
    } else if (visitor.may_matter(covers_, cost(now + rest))) {
      for (const Bound& b : option.bounds) {
        if (b.declaration >= 0) ++used_[static_cast<std::size_t>(b.declaration)];
      }
      descend(unit + 1, now, visitor);
      for (const Bound& b : option.bounds) {
        if (b.declaration >= 0) --used_[static_cast<std::size_t>(b.declaration)];
      }
    }
    ref_.options.pop_back();
  }
}

std::vector<Bound> Space::bounds(const RuleRef& ref) const {
  const Prepared& prepared = prepared_[static_cast<std::size_t>(ref.skeleton)];
  std::vector<Bound> result;
  for (std::size_t u = 0; u < prepared.units.size(); ++u) {
    const Unit& unit = prepared.units[u];
    for (Bound b : (*unit.options)[static_cast<std::size_t>(ref.options[u])].bounds) {
      b.variable = unit.variables[static_cast<std::size_t>(b.variable)];
      result.push_back(b);
    }
  }
  return result;
}

logic::Rule Space::rule(const RuleRef& ref) const {
  return to_rule(facts_.vocabulary(), skeleton(ref), bounds(ref));
}

}  // namespace holdfast::learn
