// The episodes still to play, and those played but not yet stored. Threads take and finish; one
// writer collects.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "holdfast/study/schedule.h"
#include "holdfast/study/store.h"

namespace holdfast {

class EpisodeQueue {
 public:
  explicit EpisodeQueue(std::vector<EpisodeTask> tasks) : tasks_(std::move(tasks)) {}

  std::size_t size() const { return tasks_.size(); }

  // The next episode to play, or nothing when all are taken or the queue is closed.
  std::optional<EpisodeTask> take() {
    const std::lock_guard lock(mutex_);
    if (closed_ || next_ == tasks_.size()) return std::nullopt;
    return tasks_[next_++];
  }

  void finish(FinishedEpisode episode) {
    {
      const std::lock_guard lock(mutex_);
      finished_.push_back(std::move(episode));
    }
    changed_.notify_one();
  }

  // Something went wrong while playing; the writer will hear of it.
  void fail(std::exception_ptr failure) {
    {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::move(failure);
    }
    changed_.notify_one();
  }

  // No more episodes are handed out.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }

  // What has finished since the last call; waits for something up to the timeout. Rethrows a
  // failure once there is nothing left to store.
  std::vector<FinishedEpisode> collect(std::chrono::microseconds timeout) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, timeout, [this] { return !finished_.empty() || failure_; });
    std::vector<FinishedEpisode> result = std::move(finished_);
    finished_.clear();
    if (result.empty() && failure_) std::rethrow_exception(failure_);
    return result;
  }

 private:
  const std::vector<EpisodeTask> tasks_;
  std::size_t next_ = 0;
  std::vector<FinishedEpisode> finished_;
  std::exception_ptr failure_;
  bool closed_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace holdfast
