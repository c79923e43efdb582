#include "holdfast/app/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace holdfast::app {

using Clock = std::chrono::steady_clock;

Progress::Progress(std::string label, std::int64_t total)
    : label_(std::move(label)),
      total_(std::max<std::int64_t>(1, total)),
      terminal_(::isatty(STDERR_FILENO) != 0),
      start_(Clock::now()) {}

Progress::~Progress() {
  if (terminal_) fmt::print(stderr, "\r\033[K");
}

void Progress::advance(const std::string& note) {
  const std::lock_guard lock(mutex_);
  ++done_;
  if (!terminal_) return;
  const auto now = Clock::now();
  if (done_ < total_ && now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  show(note);
}

void Progress::note(const std::string& note) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (!terminal_ || now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  show(note);
}

void Progress::show(const std::string& note) const {
  constexpr int kWidth = 30;
  const int filled = static_cast<int>(kWidth * done_ / total_);
  const double spent = std::chrono::duration<double>(Clock::now() - start_).count();
  fmt::print(stderr, "\r\033[K{} [{:=<{}}{:<{}}] {}/{}", label_, "", filled, "", kWidth - filled,
             done_, total_);
  if (done_ > 0) {
    const auto left =
        static_cast<int>(spent / static_cast<double>(done_) * static_cast<double>(total_ - done_));
    fmt::print(stderr, "  {}:{:02} left", left / 60, left % 60);
  }
  fmt::print(stderr, "  {}", note);
}

}  // namespace holdfast::app
