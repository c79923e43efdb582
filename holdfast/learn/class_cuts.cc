#include "holdfast/learn/class_cuts.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace holdfast::learn {
namespace {

struct Weighed {
  Value value;
  ClassCounts counts;
};

double entropy(const ClassCounts& c) {
  const double total = c.in + c.out;
  double bits = 0;
  for (const double share : {c.in / total, c.out / total}) {
    if (share > 0) bits -= share * std::log2(share);
  }
  return total * bits;
}

ClassCounts operator+(const ClassCounts& a, const ClassCounts& b) {
  return {a.in + b.in, a.out + b.out};
}

// The values of one head, cut further and further.
class Cutter {
 public:
  explicit Cutter(const ClassesByValue& classes) {
    ClassCounts total;
    for (const auto& [value, counts] : classes) total = total + counts;
    for (const auto& [value, counts] : classes) {
      values_.push_back({value, {share(counts.in, total.in), share(counts.out, total.out)}});
    }
    if (total.in > 0 && total.out > 0) consider(0, values_.size());
  }

  // The next best cut; false if none gains anything.
  bool next(Cut& cut) {
    const auto best = std::max_element(
        open_.begin(), open_.end(), [](const Split& a, const Split& b) { return a.gain < b.gain; });
    constexpr double kNothing = 1e-9;
    if (best == open_.end() || best->gain < kNothing) return false;
    const Split split = *best;
    open_.erase(best);
    cut = {values_[split.at - 1].value, values_[split.at].value};
    consider(split.begin, split.at);
    consider(split.at, split.end);
    return true;
  }

 private:
  struct Split {
    std::size_t begin, at, end;
    double gain;
  };

  static double share(double count, double total) { return total > 0 ? count / total : 0; }

  // Adds the best split of a range, if there is one.
  void consider(std::size_t begin, std::size_t end) {
    ClassCounts all;
    for (std::size_t i = begin; i < end; ++i) all = all + values_[i].counts;
    Split best{begin, 0, end, 0};
    ClassCounts left;
    for (std::size_t i = begin; i + 1 < end; ++i) {
      left = left + values_[i].counts;
      const ClassCounts right{all.in - left.in, all.out - left.out};
      const double gain = entropy(all) - entropy(left) - entropy(right);
      if (gain > best.gain) best = {begin, i + 1, end, gain};
    }
    if (best.at > 0) open_.push_back(best);
  }

  std::vector<Weighed> values_;
  std::vector<Split> open_;
};

}  // namespace

std::vector<Cut> class_cuts(const std::vector<ClassesByValue>& heads, std::size_t most) {
  std::set<Value> values;
  for (const ClassesByValue& head : heads) {
    for (const auto& [value, counts] : head) values.insert(value);
  }
  std::set<Cut> cuts;
  if (most == 0 || values.size() <= most + 1) {
    for (auto it = values.begin(); it != values.end() && std::next(it) != values.end(); ++it) {
      cuts.insert({*it, *std::next(it)});
    }
    return {cuts.begin(), cuts.end()};
  }
  std::vector<Cutter> cutters(heads.begin(), heads.end());
  for (bool any = true; any && cuts.size() < most;) {
    any = false;
    for (Cutter& cutter : cutters) {
      Cut cut;
      if (cuts.size() >= most || !cutter.next(cut)) continue;
      any = true;
      cuts.insert(cut);
    }
  }
  return {cuts.begin(), cuts.end()};
}

}  // namespace holdfast::learn
