// The yardstick: a plain, tight, single-threaded POMCP on RockSample(11,11) with random legal
// rollouts, written without regard to the rest of Holdfast. Rates are told as ratios to its rate in
// the same run, so that they mean the same on every machine.
#pragma once

namespace holdfast {

// Runs `searches` searches of `simulations` simulations each; returns how many that were.
double reference_pomcp_searches(int simulations, int searches);

}  // namespace holdfast
