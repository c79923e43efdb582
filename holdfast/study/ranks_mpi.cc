// Ranks over MPI. The tag of a message is the thread of the rank that asks.
#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "holdfast/base/error.h"
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
    throw Error("MPI does not offer threads (MPI_THREAD_MULTIPLE), which this needs");
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

void Ranks::serve(const Answer& answer) {
  while (size_ > 1) {
    int waiting = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &waiting, &status);
    if (!waiting) return;
    const std::string order = answer(receive(status));
    if (order.empty()) ++dismissed_;
    send(order, status.MPI_SOURCE, status.MPI_TAG);
  }
}

std::string Ranks::exchange(int thread, const std::string& done) {
  send(done, 0, thread);
  // Looks now and then instead of waiting inside MPI, which would keep a core busy.
  MPI_Status status;
  for (int waiting = 0; !waiting;) {
    MPI_Iprobe(0, thread, MPI_COMM_WORLD, &waiting, &status);
    if (!waiting) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return receive(status);
}

void Ranks::abort(int exit_code) {
  if (size_ > 1) MPI_Abort(MPI_COMM_WORLD, exit_code);
}

}  // namespace holdfast
