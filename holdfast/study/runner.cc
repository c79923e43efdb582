#include "holdfast/study/runner.h"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "holdfast/base/error.h"
#include "holdfast/base/interrupt.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/play/episode_fields.h"
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

// What rank 0 and the others say to each other.
std::string order_text(const PlayableArm& arm, const EpisodeTask& task) {
  return nlohmann::json{{"key", arm.planned.key}, {"seed", task.seed}, {"record", task.record}}
      .dump();
}
std::string finished_text(const FinishedEpisode& e) {
  return nlohmann::json{{"key", e.key},
                        {"result", episode_json(e.result)},
                        {"recording", e.recording},
                        {"failure", e.failure}}
      .dump();
}
FinishedEpisode finished_from(const std::string& text) {
  const nlohmann::json j = nlohmann::json::parse(text);
  return {j.at("key"), episode_from(j.at("result")), j.at("recording"), j.at("failure")};
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
  const Ranks::Answer answer = [&](const std::string& done) -> std::string {
    if (!done.empty()) queue.finish(finished_from(done));
    const auto task = queue.take();
    return task ? order_text(schedule.arms[task->arm], *task) : "";
  };
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
    ranks.serve(answer);
    if (options.stop && options.stop()) {
      result.stopped = true;
      return result;
    }
  }
  while (!ranks.all_dismissed(options.jobs)) {
    ranks.serve(answer);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return result;
}

void play_for_rank_zero(const Schedule& schedule, Ranks& ranks, int jobs) {
  std::map<std::string, const PlayableArm*> by_key;
  for (const PlayableArm& arm : schedule.arms) by_key[arm.planned.key] = &arm;
  const std::atomic<bool> never{false};
  WorkerPool(jobs).run([&](int thread) {
    std::string last;
    for (;;) {
      const std::string text = ranks.exchange(thread, last);
      if (text.empty()) return;
      const nlohmann::json order = nlohmann::json::parse(text);
      const auto arm = by_key.find(order.at("key").get<std::string>());
      if (arm == by_key.end()) {
        throw Error(
            "this rank reads other files than rank 0 (a theory, perhaps); every machine must "
            "see the same files");
      }
      last = finished_text(play(*arm->second, order.at("seed"), order.at("record"), never));
    }
  });
}

}  // namespace holdfast
