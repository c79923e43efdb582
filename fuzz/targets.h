// What hostile bytes are thrown at: everything that reads a file or a text of a user. A target must
// come back, or throw InputError with a message; whatever else happens (another exception, a
// sanitizer's report, a hang) is a fault.
//
// `make fuzz TIME=60` runs each for 60 s with libFuzzer, from fuzz/corpus/NAME; the test
// Fuzz.EveryInputOfTheCorpus runs the corpus alone, in every build. An input that broke something
// once goes into the corpus, under a name that says what it was.
#pragma once

#include <span>
#include <string_view>

namespace holdfast::fuzz {

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};

std::span<const Target> all_targets();

// Runs a target as libFuzzer and the test do: InputError is an answer, not a fault.
void run(const Target& target, std::string_view bytes);

// The targets.
void theory(std::string_view bytes);
void engines(std::string_view bytes);
void facts(std::string_view bytes);
void task(std::string_view bytes);
void traces(std::string_view bytes);
void compressed_traces(std::string_view bytes);
void study(std::string_view bytes);
void domain(std::string_view bytes);
void settings(std::string_view bytes);
void agent_file(std::string_view bytes);
void database(std::string_view bytes);
void learning(std::string_view bytes);
void recording(std::string_view bytes);
void bench_run(std::string_view bytes);
void log(std::string_view bytes);
void rddl(std::string_view bytes);
void features(std::string_view bytes);
void studio(std::string_view bytes);
void pomdp(std::string_view bytes);
void pomdpx(std::string_view bytes);

}  // namespace holdfast::fuzz
