// A fixed team of threads that run one function together, again and again: what root-parallel
// search needs for each move, without starting threads each time. Moves follow each other closely,
// and to wake a thread takes about as long as a hundred simulations: so whoever waits looks on for
// a moment before it sleeps.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace holdfast {

// More threads than this help nobody, and a typing error should not take the machine down.
constexpr int kMostJobs = 256;

// Throws InputError that names the option if the number of jobs is not from 1 to kMostJobs.
void check_jobs(int jobs, const char* option = "--jobs");

// Adds `count` threads that run task(0), ..., task(count - 1). Throws Error if one cannot be
// started; those that run already are in `threads` and must be told to end and joined.
void start_threads(std::vector<std::thread>& threads, int count,
                   const std::function<void(int)>& task);

class WorkerPool {
 public:
  // One worker is the calling thread itself, so a pool of 1 starts no thread.
  // Throws Error if a thread cannot be started.
  explicit WorkerPool(int workers);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()) + 1; }

  // Calls task(0), ..., task(size() - 1), each in its own thread, and waits for all of them.
  // Rethrows the first exception.
  void run(const std::function<void(int)>& task);

 private:
  void stop();
  void serve(int worker);
  void perform(int worker);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  const std::function<void(int)>* task_ = nullptr;
  std::exception_ptr failure_;
  // Written with the mutex, and looked at without it.
  std::atomic<std::uint64_t> round_ = 0;
  std::atomic<int> running_ = 0;
  std::atomic<bool> stopping_ = false;
};

}  // namespace holdfast
