// A persistent macro-action (paper: M_a): one action, repeated.
#pragma once

namespace holdfast {

struct MacroAction {
  int action = 0;  // number of the ground action in the vocabulary, such as that of check(2)
  int length = 0;  // it holds at the times 0, ..., length - 1 from now; at least 1
  friend bool operator==(const MacroAction&, const MacroAction&) = default;
};

}  // namespace holdfast
