// Progress on standard error: a bar with the time left on a terminal, nothing elsewhere. While
// nothing gets done it says each second for how long, so that a long search does not look hung.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace holdfast::app {

class Progress {
 public:
  // Of work that cannot be counted the total is 0: then it says how long it has taken.
  Progress(std::string label, std::int64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // One more is done; may be called from any thread.
  void advance(const std::string& note = "");
  // Something happens, though nothing is done yet.
  void note(const std::string& note);

 private:
  using Clock = std::chrono::steady_clock;

  // All with the lock held.
  void show_at_times(bool last);
  void show();
  void tick(const std::stop_token& stop);

  std::string label_;
  std::int64_t total_;
  std::int64_t done_ = 0;
  std::string note_;
  bool terminal_;
  Clock::time_point start_;
  Clock::time_point shown_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  // Last, so that it ends before what it uses does.
  std::jthread ticker_;
};

}  // namespace holdfast::app
