// Episodes that are played side by side finish in any order; they are written, and their returns
// added up, in theirs: another order would round otherwise.
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "holdfast/base/statistics.h"
#include "holdfast/learn/traces.h"

namespace holdfast::learn {

// For several threads.
class TracesInOrder {
 public:
  explicit TracesInOrder(TraceWriter& writer) : writer_(writer) {}

  void add(int index, TraceEpisode episode) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, std::move(episode));
    while (!waiting_.empty() && waiting_.begin()->first == writer_.episodes()) {
      writer_.add(waiting_.begin()->second);
      returns_.add(waiting_.begin()->second.discounted);
      waiting_.erase(waiting_.begin());
    }
  }

  const RunningStatistics& returns() const { return returns_; }

 private:
  TraceWriter& writer_;
  RunningStatistics returns_;
  std::mutex mutex_;
  std::map<int, TraceEpisode> waiting_;
};

}  // namespace holdfast::learn
