// What other programs reach, as ratios to the reference program (reference_pomcp.h), so that they
// hold on other machines. All were measured in one run with Holdfast, in turns, per processor
// second, each compiled by -O3 -march=x86-64-v3, on one core of a shared machine; the upper ends of
// what they reached count. In that run Holdfast's POMCP made 1.40 to 1.54 million simulations per
// second, which was 1.52 to 1.61 times the reference program's rate: hence kReference. So ratios to
// peers are good to about 10 %.
#pragma once

namespace holdfast::peers {

inline constexpr double kReference = 0.94e6;  // simulations per second of the reference program

// POMCP on rocksample(11,11), simulations per second: Silver & Veness's program with random legal
// rollouts, and with preferred actions in tree and rollouts.
inline constexpr double kSilverPure = 118e3 / kReference;
inline constexpr double kSilverPreferred = 21.6e3 / kReference;
// The same on the full map of Pocman, preferred.
inline constexpr double kSilverPocman = 34e3 / kReference;
// AdaCompNUS's DESPOT on rocksample(11,11), K = 500, lower bound by going east, upper bound mdp:
// trials and model steps per second.
inline constexpr double kDespotTrials = 560 / kReference;
inline constexpr double kDespotSteps = 11.5e6 / kReference;

}  // namespace holdfast::peers
