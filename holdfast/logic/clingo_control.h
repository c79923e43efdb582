// What every use of libclingo shares: ownership of its objects, errors, and the search for models
// with a limit of time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/logic/clingo_api.h"

namespace holdfast::logic::clingo {

struct FreeControl {
  void operator()(clingo_control* control) const { clingo_control_free(control); }
};
using Control = std::unique_ptr<clingo_control, FreeControl>;

// Throws Error with clingo's message if a call was not successful.
void check(bool success);

Control new_control(const std::vector<std::string>& arguments, clingo_logger logger, void* log);

// Visits models until there are no more, or `seconds` of search (0: no limit) are over. True if the
// search ended by itself: all models were seen, or with optimisation the last is proven best.
bool for_each_model(clingo_control* control, double seconds,
                    const std::function<void(const clingo_model*)>& visit);

}  // namespace holdfast::logic::clingo
