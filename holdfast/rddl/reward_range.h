// Between which numbers the reward lies, by interval arithmetic over its formulas: never too
// narrow, though perhaps wider than what states can reach.
#pragma once

#include "holdfast/rddl/ground_model.h"
#include "holdfast/rddl/ranges.h"

namespace holdfast::rddl {

// Of a number or condition; infinite where nothing is known.
Range range_of(const Pool& pool, Ref r);

// Over all joint actions.
Range reward_range(const GroundModel& model);

}  // namespace holdfast::rddl
