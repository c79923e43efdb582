// When a search ends though its budget would let it go on: at a time, or once somebody asks for it.
#pragma once

#include <chrono>
#include <stop_token>
#include <utility>

#include "holdfast/base/interrupt.h"

namespace holdfast {

class SearchEnd {
 public:
  using Clock = std::chrono::steady_clock;

  // Implicit, so that a time is all one need say.
  SearchEnd(Clock::time_point deadline, std::stop_token stop = {})  // NOLINT
      : deadline_(deadline), stop_(std::move(stop)) {}
  // So many seconds from now on; 0: at no time.
  SearchEnd(double seconds, std::stop_token stop)
      : SearchEnd(seconds > 0 ? Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                   std::chrono::duration<double>(seconds))
                              : Clock::time_point::max(),
                  std::move(stop)) {}

  // To be asked every now and then: it looks at the clock. Throws Interrupted after a signal, where
  // somebody listens.
  bool reached() const {
    if (interrupted()) throw Interrupted();
    return stop_.stop_requested() || Clock::now() >= deadline_;
  }

 private:
  Clock::time_point deadline_;
  std::stop_token stop_;
};

}  // namespace holdfast
