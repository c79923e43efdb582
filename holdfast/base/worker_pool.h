// A fixed team of threads that run one function together, again and again: what root-parallel
// search needs for each move, without starting threads each time.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace holdfast {

class WorkerPool {
 public:
  // One worker is the calling thread itself, so a pool of 1 starts no thread.
  explicit WorkerPool(int workers);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()) + 1; }

  // Calls task(0), ..., task(size() - 1), each in its own thread, and waits for all of them.
  // Rethrows the first exception.
  void run(const std::function<void(int)>& task);

 private:
  void serve(int worker);
  void perform(int worker);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  const std::function<void(int)>* task_ = nullptr;
  std::exception_ptr failure_;
  std::uint64_t round_ = 0;
  int running_ = 0;
  bool stopping_ = false;
};

}  // namespace holdfast
