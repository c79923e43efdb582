// The processes of one study under mpirun. Rank 0 plays, hands out episodes and is the only one
// that writes; the others ask for an episode, play it, and send it back with the next request.
// Without mpirun, or built without MPI, there is one rank and nothing here does anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "holdfast/study/episode_queue.h"

namespace holdfast {

// What rank 0 asks another rank to play.
struct EpisodeOrder {
  std::string key;
  std::uint64_t seed = 0;
  bool record = false;
};

class Ranks {
 public:
  // Joins the others if this process was started by mpirun.
  Ranks();
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  // Rank 0's text, everywhere.
  std::string broadcast(const std::string& text);

  // Rank 0: answers what has arrived; never waits.
  void serve(const Schedule& schedule, EpisodeQueue& queue);
  // Rank 0, when the queue is empty and all is stored: answers until every rank knows.
  void dismiss(const Schedule& schedule, EpisodeQueue& queue, int jobs);

  // Other ranks: sends what was played (if anything) and gets the next order; nothing at the end.
  std::optional<EpisodeOrder> exchange(int thread, const std::optional<FinishedEpisode>& played);

  // Ends all ranks at once, with this exit code; returns only if there is one rank.
  void abort(int exit_code);

 private:
  int rank_ = 0;
  int size_ = 1;
  int dismissed_ = 0;
};

}  // namespace holdfast
