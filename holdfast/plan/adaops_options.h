// The options of AdaOPS (see adaops.h), with the names and defaults of its authors. What it has in
// common with DESPOT (bounds, budget, depth, xi, epsilon, memory, threads) is in DespotOptions.
#pragma once

namespace holdfast {

struct AdaOpsOptions {
  // delta: observations whose posterior beliefs are at most this far apart (L1 distance, 0 to 2)
  // share a child.
  double delta = 0.1;
  // Particles of a belief: at least m_min, which also decide the packing, and at most m_max.
  int m_min = 30;
  int m_max = 200;
  // A belief of n weighted particles is resampled when its design effect, n over the effective
  // sample size, exceeds this.
  double design_effect = 2;
};

}  // namespace holdfast
