// When a search ends though its budget would let it go on: at a time, or once somebody asks for it.
#pragma once

#include <time.h>

#include <chrono>
#include <stop_token>
#include <utility>

#include "holdfast/base/interrupt.h"

namespace holdfast {

// What a second of a search is: one of the world's, or one that a processor gives to the thread
// that searches. The latter is fair where others use the machine too.
enum class SearchClock { wall, processor };

class SearchEnd {
 public:
  using Clock = std::chrono::steady_clock;

  // Implicit, so that a time is all one need say.
  SearchEnd(Clock::time_point deadline, std::stop_token stop = {})  // NOLINT
      : start_(now()), deadline_(deadline), stop_(std::move(stop)) {}
  // So many seconds from now on; 0: at no time.
  SearchEnd(double seconds, std::stop_token stop, SearchClock clock = SearchClock::wall)
      : clock_(clock),
        start_(now()),
        deadline_(seconds > 0 ? start_ + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(seconds))
                              : Clock::time_point::max()),
        stop_(std::move(stop)) {}

  // To be asked every now and then: it looks at the clock. Throws Interrupted after a signal, where
  // somebody listens.
  bool reached() const {
    if (interrupted()) throw Interrupted();
    return stop_.stop_requested() || now() >= deadline_;
  }

  // Whether there is a time at which it ends, if nobody stops it.
  bool timed() const { return deadline_ != Clock::time_point::max(); }

  // Seconds since this was made, by its clock.
  double elapsed() const { return std::chrono::duration<double>(now() - start_).count(); }

  // Processor time is counted by thread: several that search together each have as much as was
  // left to the one that prepared the search.
  Clock::duration left() const { return deadline_ - now(); }
  SearchEnd on_this_thread(Clock::duration left) const {
    SearchEnd end = *this;
    if (clock_ == SearchClock::processor && timed()) {
      end.deadline_ = now() + left;
    }
    return end;
  }

 private:
  Clock::time_point now() const {
    return clock_ == SearchClock::wall ? Clock::now() : processor_time();
  }
  static Clock::time_point processor_time() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return Clock::time_point(std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec));
  }

  SearchClock clock_ = SearchClock::wall;
  Clock::time_point start_;
  Clock::time_point deadline_;
  std::stop_token stop_;
};

}  // namespace holdfast
