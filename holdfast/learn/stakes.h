// What was at stake in a step of a trace: how much worse its planner thought it to do otherwise.
// Where two ways are equally good one of them is taken, and that teaches nothing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "holdfast/learn/traces.h"

namespace holdfast::learn {

// How much an example weighs within its class: all the same, or by what was at stake, for which the
// traces must have the planner's values. Automatic: by stake if they have.
enum class Weights { automatic, by_class, by_stake };

// Whether the weights of these episodes are by stake. Throws InputError if they are to be and a
// step does not have the value of its action.
bool are_by_stake(Weights weights, const std::string& file,
                  const std::vector<const TraceEpisode*>& episodes);

// To do this action instead of the one that was taken or, if it is that one, to do any other. What
// the planner has no value of is as bad as the worst; never below 0.
double stake_of(const TraceStep& step, const std::string& action);

// For those of the stakes that are of one class, how much they weigh: on average 1, but for a few
// on which very much depends, which must not drown the others.
std::vector<double> stake_factors(std::span<const double> stakes,
                                  std::span<const std::size_t> members);

}  // namespace holdfast::learn
