#include "holdfast/plan/trust.h"

namespace holdfast {
namespace {

// The least share of wins, where there is a winner.
constexpr double kShare = 2.0 / 3;
// Wins that are granted in advance: the guide is trusted until some are lost.
constexpr double kGranted = 2;
// How much of what was found counts in the next search.
constexpr double kKept = 0.9;

}  // namespace

void Trust::start() {
  won_ *= kKept;
  lost_ *= kKept;
}

void Trust::compared(double guided, double uniform) {
  won_ += guided > uniform ? 1 : 0;
  lost_ += guided < uniform ? 1 : 0;
  trusted_ = won_ + kGranted >= kShare * (won_ + lost_ + kGranted);
}

}  // namespace holdfast
