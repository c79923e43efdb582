// When to stop. Everything that may take long asks a Timer; one that is late throws OutOfTime, so
// that no half-done result is taken for a whole one. Whoever holds a partial result worth having
// catches it.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>

namespace holdfast::learn {

using Deadline = std::chrono::steady_clock::time_point;

// seconds from now; 0: never.
inline Deadline deadline_in(double seconds) {
  if (seconds <= 0) return Deadline::max();
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(
             std::chrono::duration<double>(seconds));
}

struct OutOfTime : std::exception {
  const char* what() const noexcept override { return "the time for learning is over"; }
};

class Timer {
 public:
  explicit Timer(Deadline deadline = Deadline::max()) : deadline_(deadline) {}

  // `steps` is the work since the last call; a step is about one word of 64 columns.
  bool late(std::size_t steps) {
    left_ -= static_cast<std::int64_t>(steps) + 1;
    if (left_ <= 0) {
      left_ = kSteps;
      late_ = late_ || std::chrono::steady_clock::now() >= deadline_;
    }
    return late_;
  }
  void check(std::size_t steps) {
    if (late(steps)) throw OutOfTime();
  }
  Deadline deadline() const { return deadline_; }

 private:
  // Between two looks at the clock: well below a millisecond.
  static constexpr std::int64_t kSteps = 1 << 17;

  Deadline deadline_;
  std::int64_t left_ = 0;
  bool late_ = false;
};

}  // namespace holdfast::learn
