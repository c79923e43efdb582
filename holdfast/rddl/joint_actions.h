// Which sets of action fluents may be taken together, and what each does.
#pragma once

#include "holdfast/rddl/ground_model.h"

namespace holdfast::rddl {

// Fills joint_actions, noop_transitions and noop_observations. Throws InputError if there are more
// than `most` sets.
void add_joint_actions(GroundModel& model, double most);

}  // namespace holdfast::rddl
