#include "holdfast/base/worker_pool.h"

#include <fmt/format.h>

#include <chrono>
#include <system_error>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

// Returns when it is true, or after a moment. Threads that have work go first.
template <class Condition>
void look_for(Condition&& is_true) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kMoment = std::chrono::milliseconds(1);
  const Clock::time_point end = Clock::now() + kMoment;
  while (!is_true() && Clock::now() < end) std::this_thread::yield();
}

}  // namespace

void check_jobs(int jobs, const char* option) {
  if (jobs >= 1 && jobs <= kMostJobs) return;
  throw InputError(fmt::format("{} {} must be from 1 to {}", option, jobs, kMostJobs));
}

void start_threads(std::vector<std::thread>& threads, int count,
                   const std::function<void(int)>& task) {
  for (int i = 0; i < count; ++i) {
    try {
      threads.emplace_back(task, i);
    } catch (const std::system_error& e) {
      throw Error(fmt::format("thread {} of {} could not be started ({}); ask for fewer", i + 1,
                              count, e.code().message()));
    }
  }
}

WorkerPool::WorkerPool(int workers) {
  try {
    start_threads(threads_, workers - 1, [this](int i) { serve(i + 1); });
  } catch (...) {
    stop();
    throw;
  }
}

WorkerPool::~WorkerPool() { stop(); }

void WorkerPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  start_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::run(const std::function<void(int)>& task) {
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    failure_ = nullptr;
    running_ = static_cast<int>(threads_.size());
    ++round_;
  }
  start_.notify_all();
  perform(0);
  const auto is_done = [this] { return running_ == 0; };
  look_for(is_done);
  std::unique_lock lock(mutex_);
  done_.wait(lock, is_done);
  if (failure_) std::rethrow_exception(failure_);
}

void WorkerPool::serve(int worker) {
  std::uint64_t seen = 0;
  const auto is_called = [&] { return stopping_ || round_ != seen; };
  for (;;) {
    look_for(is_called);
    {
      std::unique_lock lock(mutex_);
      start_.wait(lock, is_called);
      if (stopping_) return;
      seen = round_;
    }
    perform(worker);
    const std::lock_guard lock(mutex_);
    if (--running_ == 0) done_.notify_one();
  }
}

void WorkerPool::perform(int worker) {
  try {
    (*task_)(worker);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace holdfast
