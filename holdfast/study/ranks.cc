#include "holdfast/study/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <thread>

#include "holdfast/base/error.h"

namespace holdfast {

void on_ranks(const std::function<void(Ranks&)>& command) {
  Ranks ranks;
  try {
    command(ranks);
  } catch (const std::exception& e) {
    if (ranks.size() > 1) {
      fmt::print(stderr, "holdfast (rank {}): {}\n", ranks.rank(), e.what());
      ranks.abort(dynamic_cast<const InputError*>(&e) ? 2 : 1);
    }
    throw;
  }
}

int default_jobs(const Ranks& ranks) {
  if (ranks.size() > 1) return 1;
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace holdfast
