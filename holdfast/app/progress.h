// Progress on standard error: a bar with the time left on a terminal, nothing elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace holdfast::app {

class Progress {
 public:
  Progress(std::string label, std::int64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // One more is done; may be called from any thread.
  void advance(const std::string& note = "");
  // Something happens, though nothing is done yet.
  void note(const std::string& note);

 private:
  void show(const std::string& note) const;

  std::string label_;
  std::int64_t total_;
  std::int64_t done_ = 0;
  bool terminal_;
  std::chrono::steady_clock::time_point start_;
  mutable std::chrono::steady_clock::time_point shown_;
  std::mutex mutex_;
};

}  // namespace holdfast::app
