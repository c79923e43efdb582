// A persistent macro-action (paper: M_a): one action, repeated.
#pragma once

#include "holdfast/logic/vocabulary.h"

namespace holdfast {

struct MacroAction {
  logic::GroundAction action;
  int length = 0;  // it holds at the times 0, ..., length - 1 from now; at least 1
  friend bool operator==(const MacroAction&, const MacroAction&) = default;
};

}  // namespace holdfast
