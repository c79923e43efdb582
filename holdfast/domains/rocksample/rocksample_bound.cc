#include "holdfast/domains/rocksample/rocksample_bound.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace holdfast {
namespace {

// Solves the tours over the rocks first, first + 1, ... of one group.
class Tours {
 public:
  Tours(const RockSample& model, int first, int count, bool with_exit)
      : model_(model),
        first_(first),
        count_(count),
        sets_(std::size_t{1} << count),
        with_exit_(with_exit),
        at_rock_(static_cast<std::size_t>(count), std::vector<double>(sets_)) {
    solve_rocks();
  }

  // V(c, .) for all sets of good rocks, as floats rounded up, so that they stay bounds.
  void solve_cell(Cell c, float* out) const {
    std::vector<double> values(sets_, stop(c));
    for (int r = 0; r < count_; ++r) {
      const auto [gain, rest] = visit(c, r);
      const std::vector<double>& after = at_rock_[static_cast<std::size_t>(r)];
      const std::size_t bit = std::size_t{1} << r;
      for (std::size_t block = bit; block < sets_; block += 2 * bit) {
        for (std::size_t set = block; set < block + bit; ++set) {
          values[set] = std::max(values[set], gain + rest * after[set - bit]);
        }
      }
    }
    std::transform(values.begin(), values.end(), out, [](double v) {
      const auto f = static_cast<float>(v);
      return static_cast<double>(f) >= v
                 ? f
                 : std::nextafter(f, std::numeric_limits<float>::infinity());
    });
  }

 private:
  struct Visit {
    double gain;  // gamma^d times the reward of a good rock
    double rest;  // gamma^(d + 1), for what comes after the sample
  };

  Visit visit(Cell c, int r) const {
    const Cell rock = model_.rocks()[static_cast<std::size_t>(first_ + r)];
    const int d = std::abs(c.x - rock.x) + std::abs(c.y - rock.y);
    const double factor = std::pow(model_.discount(), d);
    return {model_.good_reward() * factor, model_.discount() * factor};
  }

  double stop(Cell c) const {
    return with_exit_ ? 10 * std::pow(model_.discount(), model_.size() - 1 - c.x) : 0;
  }

  // V at the rocks' own cells, smaller sets first.
  void solve_rocks() {
    const auto m = static_cast<std::size_t>(count_);
    std::vector<Visit> visits(m * m);
    for (std::size_t from = 0; from < m; ++from) {
      const Cell c = model_.rocks()[static_cast<std::size_t>(first_) + from];
      for (std::size_t r = 0; r < m; ++r) visits[from * m + r] = visit(c, static_cast<int>(r));
      at_rock_[from].assign(sets_, stop(c));
    }
    for (std::size_t set = 1; set < sets_; ++set) {
      for (std::size_t from = 0; from < m; ++from) {
        double& best = at_rock_[from][set];
        for (std::size_t r = 0; r < m; ++r) {
          if (!(set >> r & 1)) continue;
          const Visit& v = visits[from * m + r];
          best = std::max(best, v.gain + v.rest * at_rock_[r][set - (std::size_t{1} << r)]);
        }
      }
    }
  }

  const RockSample& model_;
  int first_;
  int count_;
  std::size_t sets_;
  bool with_exit_;
  std::vector<std::vector<double>> at_rock_;
};

// Adds the entries of a group.
void solve(const RockSample& model, int first, int count, bool with_exit,
           std::vector<float>& entries) {
  const Tours tours(model, first, count, with_exit);
  const int cells = model.size() * model.size();
  const std::size_t sets = std::size_t{1} << count;
  std::size_t next = entries.size();
  entries.resize(next + static_cast<std::size_t>(cells + 1) * sets, 0);
  for (int c = 0; c < cells; ++c, next += sets) {
    tours.solve_cell({c % model.size(), c / model.size()}, &entries[next]);
  }
}

int largest_group(const RockSample& model) {
  const auto cells = static_cast<std::size_t>(model.size() * model.size() + 1);
  int size = 1;
  while (size < 16 && (cells << (size + 1)) <= RockSampleBound::kMaxEntries) ++size;
  return size;
}

}  // namespace

RockSampleBound::RockSampleBound(const RockSample& model, int group_size) {
  const int rocks = model.rock_count();
  const int most = group_size > 0 ? group_size : largest_group(model);
  const int groups = std::max(1, (rocks + most - 1) / most);
  Tables tables;
  for (int g = 0; g < groups; ++g) {
    const int first = g * rocks / groups;
    const int count = (g + 1) * rocks / groups - first;
    tables.groups.push_back({tables.entries.size(), first, count});
    solve(model, first, count, g == 0, tables.entries);
  }
  use(std::make_shared<const Tables>(std::move(tables)));
}

RockSampleBound::RockSampleBound(const RockSampleBound& other) {
  const bool own = other.tables_->entries.size() <= kMaxCopied;
  use(own ? std::make_shared<const Tables>(*other.tables_) : other.tables_);
}

void RockSampleBound::use(std::shared_ptr<const Tables> tables) {
  entries_ = tables->entries.data();
  groups_ = tables->groups.data();
  group_count_ = static_cast<int>(tables->groups.size());
  tables_ = std::move(tables);
}

RockSampleBound RockSample::mdp_bound() const { return RockSampleBound(*this); }

}  // namespace holdfast
