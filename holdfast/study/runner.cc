#include "holdfast/study/runner.h"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <thread>

#include "holdfast/base/error.h"
#include "holdfast/base/interrupt.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/play/recording.h"
#include "holdfast/study/episode_queue.h"

namespace holdfast {
namespace {

// Thrown out of an episode that is given up.
struct GivenUp {};

FinishedEpisode play_to_its_end(const PlayableArm& arm, std::uint64_t seed, bool record,
                                const std::atomic<bool>& giving_up) {
  const auto before = [&giving_up](const Session&, int, const Decision&) {
    if (giving_up) throw GivenUp{};
  };
  if (record) {
    RecordedEpisode recorded = record_episode(*arm.domain, seed, arm.config, {.before = before});
    return {arm.planned.key, recorded.result, std::move(recorded.recording), ""};
  }
  const EpisodeObserver observer{.start = {}, .before = before, .after = {}};
  return {arm.planned.key, play_episode(*arm.domain, seed, arm.config, observer), "", ""};
}

// An episode in which the planner or the model fails says so, and does not stop the others.
FinishedEpisode play(const PlayableArm& arm, std::uint64_t seed, bool record,
                     const std::atomic<bool>& giving_up) {
  try {
    return play_to_its_end(arm, seed, record, giving_up);
  } catch (const Interrupted&) {
    throw GivenUp{};
  } catch (const Error& e) {
    return {arm.planned.key, {.seed = seed}, "", e.what()};
  }
}

// Threads that play from the queue; leaving the scope gives up what is under way and waits.
class Players {
 public:
  Players(const Schedule& schedule, EpisodeQueue& queue, int jobs) : queue_(queue) {
    try {
      start_threads(threads_, jobs, [this, &schedule](int) { serve(schedule); });
    } catch (...) {
      give_up();
      throw;
    }
  }
  ~Players() { give_up(); }
  Players(const Players&) = delete;
  Players& operator=(const Players&) = delete;

 private:
  void give_up() {
    queue_.close();
    giving_up_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

  void serve(const Schedule& schedule) {
    try {
      while (const auto task = queue_.take()) {
        queue_.finish(play(schedule.arms[task->arm], task->seed, task->record, giving_up_));
      }
    } catch (const GivenUp&) {
    } catch (...) {
      queue_.fail(std::current_exception());
    }
  }

  EpisodeQueue& queue_;
  std::atomic<bool> giving_up_{false};
  std::vector<std::thread> threads_;
};

}  // namespace

std::vector<EpisodeTask> pending(const Schedule& schedule, const std::set<EpisodeId>& finished) {
  std::vector<EpisodeTask> result;
  for (const EpisodeTask& task : schedule.tasks) {
    if (!finished.contains({schedule.arms[task.arm].planned.key, task.seed}))
      result.push_back(task);
  }
  return result;
}

RunResult run_study(const Schedule& schedule, const std::vector<EpisodeTask>& tasks, Store& store,
                    Ranks& ranks, const RunOptions& options) {
  EpisodeQueue queue(tasks);
  RunResult result;
  const Players players(schedule, queue, options.jobs);
  // Requests of other ranks must not wait for this one.
  const std::chrono::microseconds patience{ranks.size() > 1 ? 500 : 100000};
  while (result.played < static_cast<std::int64_t>(tasks.size())) {
    const std::vector<FinishedEpisode> episodes = queue.collect(patience);
    if (!episodes.empty()) store.add_what_fits(episodes);
    for (const FinishedEpisode& episode : episodes) {
      ++result.played;
      if (!episode.failure.empty()) result.failed.push_back(episode);
      if (options.on_stored) options.on_stored(episode);
    }
    ranks.serve(schedule, queue);
    if (options.stop && options.stop()) {
      result.stopped = true;
      return result;
    }
  }
  ranks.dismiss(schedule, queue, options.jobs);
  return result;
}

void play_for_rank_zero(const Schedule& schedule, Ranks& ranks, int jobs) {
  std::map<std::string, const PlayableArm*> by_key;
  for (const PlayableArm& arm : schedule.arms) by_key[arm.planned.key] = &arm;
  const std::atomic<bool> never{false};
  WorkerPool(jobs).run([&](int thread) {
    std::optional<FinishedEpisode> last;
    while (const auto order = ranks.exchange(thread, last)) {
      const auto arm = by_key.find(order->key);
      if (arm == by_key.end()) {
        throw Error(
            "this rank reads other files than rank 0 (a theory, perhaps); every machine must "
            "see the same files");
      }
      last = play(*arm->second, order->seed, order->record, never);
    }
  });
}

}  // namespace holdfast
