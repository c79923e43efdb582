// What the learner reads: tasks, which it also solves, traces, and logs of others.
#include <cstdlib>

#include "fuzz/targets.h"
#include "fuzz/temporary_file.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/learner.h"
#include "holdfast/learn/log.h"
#include "holdfast/learn/trace_task.h"
#include "holdfast/learn/traces.h"
#include "holdfast/logic/print.h"
#include "holdfast/play/logged_belief.h"

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

// As `learn` and `explain` use it: examples are made of it, and each belief that it tells of is
// what rules see.
void log(std::string_view bytes) {
  if (bytes.size() > 20'000) return;
  const learn::Traces traces = learn::parse_log(bytes, "log.jsonl");
  for (const learn::TraceEpisode& episode : traces.episodes) {
    const auto belief = logged_belief(traces, episode.seed, 0);
    const auto ahead = belief->ahead();
    // A belief's facts are facts in its own words.
    std::string text;
    for (const logic::Atom& atom : belief->facts().atoms()) text += to_string(atom) + ".";
    if (!(logic::parse_facts(text, belief->vocabulary()) == belief->facts())) std::abort();
    belief_in_words_of(traces, episode.steps.front().facts);
  }
  learn::make_task(traces);
}

}  // namespace holdfast::fuzz
