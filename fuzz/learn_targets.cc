// What the learner reads: tasks, which it also solves, and traces.
#include <cstdlib>

#include "fuzz/targets.h"
#include "fuzz/temporary_file.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/learner.h"
#include "holdfast/learn/trace_task.h"
#include "holdfast/learn/traces.h"

namespace holdfast::fuzz {
namespace {

constexpr double kSeconds = 0.2;

void read_and_use(const std::filesystem::path& path) {
  const learn::Traces traces = learn::read_traces(path.string());
  learn::make_task(traces);
}

}  // namespace

void task(std::string_view bytes) {
  if (bytes.size() > 4000) return;
  const learn::Task task = learn::parse_task(bytes, "task.las");
  const learn::LearnResult result =
      learn::learn(task, {.seconds = kSeconds, .memory = std::size_t{64} << 20});
  if (result.bound > result.cost) std::abort();
}

void traces(std::string_view bytes) { read_and_use(TemporaryFile(bytes, ".jsonl").path()); }

void compressed_traces(std::string_view bytes) {
  read_and_use(TemporaryFile(bytes, ".jsonl.zst").path());
}

}  // namespace holdfast::fuzz
