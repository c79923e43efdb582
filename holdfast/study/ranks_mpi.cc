// Ranks over MPI. Messages are JSON; the tag is the thread of the rank that asks.
#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "holdfast/base/error.h"
#include "holdfast/play/episode_fields.h"
#include "holdfast/study/ranks.h"

namespace holdfast {
namespace {

bool under_mpirun() {
  // OpenMPI's mpirun, and launchers that speak PMI or PMIx (srun).
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    if (std::getenv(name)) return true;
  }
  return false;
}

void send(const std::string& text, int to, int tag) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, tag, MPI_COMM_WORLD);
}

std::string receive(const MPI_Status& probed) {
  int length = 0;
  MPI_Get_count(&probed, MPI_CHAR, &length);
  std::string text(static_cast<std::size_t>(length), '\0');
  MPI_Recv(text.data(), length, MPI_CHAR, probed.MPI_SOURCE, probed.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return text;
}

}  // namespace

Ranks::Ranks() {
  if (!under_mpirun()) return;
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS ||
      provided < MPI_THREAD_MULTIPLE) {
    throw Error("MPI does not offer threads (MPI_THREAD_MULTIPLE), which a study needs");
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Ranks::~Ranks() {
  int initialized = 0;
  MPI_Initialized(&initialized);
  if (initialized) MPI_Finalize();
}

std::string Ranks::broadcast(const std::string& text) {
  if (size_ == 1) return text;
  std::uint64_t length = text.size();
  MPI_Bcast(&length, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  std::string result = text;
  result.resize(length);
  MPI_Bcast(result.data(), static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD);
  return result;
}

void Ranks::serve(const Schedule& schedule, EpisodeQueue& queue) {
  while (size_ > 1) {
    int waiting = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &waiting, &status);
    if (!waiting) return;
    const nlohmann::json message = nlohmann::json::parse(receive(status));
    if (message.contains("key")) {
      queue.finish({message.at("key"), episode_from(message.at("result")), message.at("recording"),
                    message.at("failure")});
    }
    nlohmann::json answer = nlohmann::json::object();
    if (const auto task = queue.take()) {
      answer = {{"key", schedule.arms[task->arm].planned.key},
                {"seed", task->seed},
                {"record", task->record}};
    } else {
      ++dismissed_;
    }
    send(answer.dump(), status.MPI_SOURCE, status.MPI_TAG);
  }
}

void Ranks::dismiss(const Schedule& schedule, EpisodeQueue& queue, int jobs) {
  while (dismissed_ < (size_ - 1) * jobs) {
    serve(schedule, queue);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::optional<EpisodeOrder> Ranks::exchange(int thread,
                                            const std::optional<FinishedEpisode>& played) {
  nlohmann::json message = nlohmann::json::object();
  if (played) {
    message = {{"key", played->key},
               {"result", episode_json(played->result)},
               {"recording", played->recording},
               {"failure", played->failure}};
  }
  send(message.dump(), 0, thread);
  // Looks now and then instead of waiting inside MPI, which would keep a core busy.
  MPI_Status status;
  for (int waiting = 0; !waiting;) {
    MPI_Iprobe(0, thread, MPI_COMM_WORLD, &waiting, &status);
    if (!waiting) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  const nlohmann::json answer = nlohmann::json::parse(receive(status));
  if (!answer.contains("key")) return std::nullopt;
  return EpisodeOrder{answer.at("key"), answer.at("seed"), answer.at("record")};
}

void Ranks::abort(int exit_code) {
  if (size_ > 1) MPI_Abort(MPI_COMM_WORLD, exit_code);
}

}  // namespace holdfast
