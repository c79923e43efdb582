// The processes of one run under mpirun. Rank 0 hands out work and is the only one that writes; the
// others ask for something to do, do it, and send it back with the next request. What is said is
// text, which the two sides agree about. Without mpirun, or built without MPI, there is one rank
// and nothing here does anything.
#pragma once

#include <functional>
#include <string>

namespace holdfast {

class Ranks {
 public:
  // What rank 0 makes of what another rank has done (empty: nothing yet): its next order. An empty
  // one says that nothing is left to do.
  using Answer = std::function<std::string(const std::string& done)>;

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
  void serve(const Answer& answer);
  // Rank 0: whether every thread of the other ranks, which have so many each, knows that nothing is
  // left to do.
  bool all_dismissed(int jobs) const { return dismissed_ == (size_ - 1) * jobs; }

  // Other ranks: sends what was done and gets the next order; an empty one at the end.
  std::string exchange(int thread, const std::string& done);

  // Ends all ranks at once, with this exit code; returns only if there is one rank.
  void abort(int exit_code);

 private:
  int rank_ = 0;
  int size_ = 1;
  int dismissed_ = 0;
};

// Runs a command on all ranks. What goes wrong on one of several ends all of them, said by that
// one.
void on_ranks(const std::function<void(Ranks&)>& command);

// How many threads a rank has, if nobody says: under mpirun it is one worker, alone one for each
// core.
int default_jobs(const Ranks& ranks);

}  // namespace holdfast
