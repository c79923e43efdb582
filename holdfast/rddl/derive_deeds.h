// The deeds of a model: its action fluents of no object or one, those with a parameter of a type
// with a single object not counted. Of actions with more parameters, all but one must be of types
// whose objects are told apart by non-fluents, each true of one of them: use-on(tool,rock) is
// use_on_camera(E), use_on_drill(E) if CAMERA and DRILL are. Sets of several action fluents have no
// name.
#pragma once

#include <vector>

#include "holdfast/rddl/ground_model.h"
#include "holdfast/rddl/word_table.h"

namespace holdfast::rddl {

struct DeedDraft {
  std::string name;
  int type = -1;             // of the entity
  std::vector<int> actions;  // by object, -1 if it has none; or one
};

// noop is the first.
std::vector<DeedDraft> derive_deeds(const GroundModel& model);

}  // namespace holdfast::rddl
