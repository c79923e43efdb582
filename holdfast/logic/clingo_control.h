// What every use of libclingo shares: ownership of its objects, errors, and the search for models
// with a limit of time.
#pragma once

#include <algorithm>
#include <chrono>
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

// Seconds from now; 0 for no limit.
class TimeLimit {
 public:
  explicit TimeLimit(double seconds) : seconds_(seconds) {}
  bool exists() const { return seconds_ > 0; }
  double left() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    return std::max(0.0, seconds_ - passed.count());
  }

 private:
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Visits models until there are no more, or `seconds` of search (0: no limit) are over. True if the
// search ended by itself: all models were seen, or with optimisation the last is proven best.
bool for_each_model(clingo_control* control, double seconds,
                    const std::function<void(const clingo_model*)>& visit);

}  // namespace holdfast::logic::clingo
