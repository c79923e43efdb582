#include "holdfast/domains/tag/tag_bound.h"

#include <algorithm>
#include <cmath>

namespace holdfast {
namespace {

// V(robot, opponent), by robot and then opponent.
class Pursuit {
 public:
  explicit Pursuit(const Tag& model)
      : model_(model),
        cells_(model.floor().cell_count()),
        values_(static_cast<std::size_t>(cells_ * cells_)) {}

  // Sweeps until nothing changes; from below, since the worst that can happen is to walk for ever.
  std::vector<double> solve() && {
    constexpr double kSmall = 1e-9;
    std::fill(values_.begin(), values_.end(), Tag::kStep / (1 - model_.discount()));
    for (double change = 1; change > kSmall * (1 - model_.discount());) {
      change = 0;
      for (int robot = 0; robot < cells_; ++robot) {
        for (int opponent = 0; opponent < cells_; ++opponent) {
          double& old = at(robot, opponent);
          const double best = robot == opponent ? Tag::kTagged : best_action(robot, opponent);
          change = std::max(change, std::abs(best - old));
          old = best;
        }
      }
    }
    // What is missing is less than this.
    for (double& v : values_) v += kSmall;
    return std::move(values_);
  }

 private:
  double& at(int robot, int opponent) {
    return values_[static_cast<std::size_t>(robot * cells_ + opponent)];
  }
  double best_action(int robot, int opponent) {
    double best = value_of(robot, robot, opponent, Tag::kMissed);
    for (int d = 0; d < 4; ++d) {
      const int to = model_.floor().next(robot, d);
      best = std::max(best, value_of(robot, to, opponent, Tag::kStep));
    }
    return best;
  }
  double value_of(int robot, int to, int opponent, double reward) {
    double sum = 0;
    for (unsigned k = 0; k < Floor::kFlights; ++k) {
      sum += at(to, model_.floor().flight(robot, opponent, k));
    }
    return reward + model_.discount() * sum / Floor::kFlights;
  }

  const Tag& model_;
  int cells_;
  std::vector<double> values_;
};

}  // namespace

TagBound::TagBound(const Tag& model)
    : cells_(static_cast<std::size_t>(model.floor().cell_count())),
      table_(std::make_shared<const std::vector<double>>(Pursuit(model).solve())),
      values_(table_->data()) {}

TagBound Tag::mdp_bound() const { return TagBound(*this); }

}  // namespace holdfast
