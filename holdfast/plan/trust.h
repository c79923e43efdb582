// How far a guide is to be trusted, by how often its rollouts earn more than uniform ones. A theory
// may be wrong, or only be right elsewhere; a search that believed its rollouts would need very
// many simulations to find out. So some leaves are estimated in both ways, by the guide and
// uniformly, and the guide is believed while it wins most of those where they differ.
//
// Who wins is asked, not by how much: mean gains are ruled by the few rollouts that meet a large
// reward, and rules that do nothing earn more than chance that does harm. Mediocre rules win three
// of four, bad ones hardly more than they lose, and some tens of leaves tell them apart
// (docs/results.md).
#pragma once

#include <cstdint>

#include "holdfast/base/rng.h"

namespace holdfast {

class Trust {
 public:
  // One leaf in so many is estimated in both ways.
  static constexpr std::uint32_t kEvery = 8;

  // A new search: the belief has changed a little, and what was found before counts a little less.
  void start();
  // Whether leaves are estimated by the guide, for now.
  bool trusted() const { return trusted_; }
  // Whether the next one is to be estimated in both ways.
  bool compares(Rng& rng) const { return rng.below(kEvery) == 0; }
  // What two rollouts from one leaf have earned.
  void compared(double guided, double uniform);

 private:
  double won_ = 0;
  double lost_ = 0;
  bool trusted_ = true;
};

}  // namespace holdfast
