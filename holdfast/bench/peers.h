// What other programs reach, as ratios to the reference program (reference_pomcp.h), so that they
// hold on other machines. All were measured in one run with Holdfast, in turns, per processor
// second, each compiled by -O3 -march=x86-64-v3, on one core of a quiet machine; the best of seven
// rounds counts, and their first searches, which wait for memory, do not. Single rounds were up to
// 12 % below, so ratios to peers are good to about that (docs/speed.md).
#pragma once

namespace holdfast::peers {

inline constexpr double kReference = 1.20e6;  // simulations per second of the reference program

// POMCP on rocksample(11,11) with 2^15 simulations, per second: Silver & Veness's program with
// random legal rollouts, and with preferred actions in tree and rollouts.
inline constexpr double kSilverPure = 176e3 / kReference;
inline constexpr double kSilverPreferred = 29.0e3 / kReference;
// On the full map of Pocman with 2^12, preferred.
inline constexpr double kSilverPocman = 43.3e3 / kReference;
// AdaCompNUS's DESPOT on rocksample(11,11), K = 500, lower bound by going east, upper bound mdp:
// trials and model steps per second.
inline constexpr double kDespotTrials = 1600 / kReference;
inline constexpr double kDespotSteps = 21.4e6 / kReference;

}  // namespace holdfast::peers
