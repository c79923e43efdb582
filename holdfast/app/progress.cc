#include "holdfast/app/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace holdfast::app {
namespace {

constexpr auto kOften = std::chrono::milliseconds(100);
constexpr auto kSilence = std::chrono::seconds(1);

std::string minutes(double seconds) {
  const auto whole = static_cast<int>(seconds);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

Progress::Progress(std::string label, std::int64_t total)
    : label_(std::move(label)),
      total_(total),
      terminal_(::isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      shown_(start_) {
  if (terminal_) ticker_ = std::jthread([this](const std::stop_token& stop) { tick(stop); });
}

Progress::~Progress() {
  if (!terminal_) return;
  ticker_.request_stop();
  ticker_.join();
  fmt::print(stderr, "\r\033[K");
}

void Progress::advance(const std::string& note) {
  const std::lock_guard lock(mutex_);
  ++done_;
  note_ = note;
  show_at_times(done_ >= total_);
}

void Progress::note(const std::string& note) {
  const std::lock_guard lock(mutex_);
  note_ = note;
  show_at_times(false);
}

void Progress::show_at_times(bool last) {
  if (terminal_ && (last || Clock::now() - shown_ >= kOften)) show();
}

void Progress::tick(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    wake_.wait_for(lock, stop, kSilence, [] { return false; });
    if (!stop.stop_requested() && Clock::now() - shown_ >= kSilence) show();
  }
}

void Progress::show() {
  constexpr int kWidth = 30;
  shown_ = Clock::now();
  const double spent = std::chrono::duration<double>(shown_ - start_).count();
  fmt::print(stderr, "\r\033[K{}", label_);
  if (total_ > 0) {
    const int filled = static_cast<int>(kWidth * std::min(done_, total_) / total_);
    fmt::print(stderr, " [{:=<{}}{:<{}}] {}/{}", "", filled, "", kWidth - filled, done_, total_);
  }
  if (done_ > 0) {
    const double left = spent / static_cast<double>(done_) * static_cast<double>(total_ - done_);
    fmt::print(stderr, "  {} left", minutes(left));
  } else {
    fmt::print(stderr, "  {} so far", minutes(spent));
  }
  fmt::print(stderr, "{}{}", note_.empty() ? "" : "  ", note_);
}

}  // namespace holdfast::app
