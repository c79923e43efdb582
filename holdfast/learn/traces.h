// Traces: what an agent believed and did, as text that stays readable.
//
// A file of JSON lines. The first is the header, then one line per episode in the order of their
// seeds, then {"end": true, "episodes": N}; a file without that last line is not complete. A name
// that ends in .zst means compressed by zstd. docs/learning.md describes every field.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "holdfast/logic/vocabulary.h"

namespace holdfast::learn {

struct TraceStep {
  std::string action;  // a ground action: "east", "check(2)"
  double reward = 0;
  std::string facts;  // "dist(0,8). delta_x(0,2)."
  // What the planner thought each ground action to be worth; empty if it is not said.
  std::map<std::string, double> values = {};
};

struct TraceEpisode {
  std::uint64_t seed = 0;
  double discounted = 0;
  double undiscounted = 0;
  bool terminal = false;
  std::vector<TraceStep> steps = {};
  int line = 0;  // of the file it was read from
};

struct TraceAction {
  std::string name;
  bool of_entity = false;  // check(2), not north
  // Whether the domain can tell what the facts are after it: only then can a rule look ahead.
  bool foreseeable = true;
};

struct TraceHeader {
  std::string domain;
  nlohmann::json options = {};
  std::uint64_t seed = 0;
  // Of the program that made them; empty in traces of others.
  std::string revision = {};
  // The words of the facts and actions, so that a learner needs nothing but the file.
  std::vector<logic::Feature> features = {};
  // Those of them, by name, that are chances in percent.
  std::set<std::string> chances = {};
  std::vector<TraceAction> actions = {};
};

struct Traces {
  TraceHeader header = {};
  std::vector<TraceEpisode> episodes = {};
  std::string file = {};  // it was read from, for messages
  // Whether returns tell good episodes from poor ones; a log may have none.
  bool judged = true;
};

// Throws InputError with file and line: not a trace file, a newer version, truncated, broken, or an
// episode with facts or actions that the header does not announce (trace_words.h).
// A log (log.h) will do as well.
Traces read_traces(const std::string& path);

// An episode as a line of a file, and back. What is read is not held against a header.
std::string to_line(const TraceEpisode& episode);
TraceEpisode episode_from_line(const std::string& line);

// Whether a file looks like traces (and not like a task): by its name, or else by how it begins.
bool is_trace_file(const std::string& path);

// Writes to `path`.part and moves it to `path` when it is finished. If there is a part with the
// same header, its complete episodes are kept: an interrupted run goes on where it was. Only one
// run writes to a part at a time.
class TraceWriter {
 public:
  static constexpr int kAnyNumber = std::numeric_limits<int>::max();

  // Throws InputError, and changes nothing, if there is something else than a part or traces of the
  // same header, if they have more episodes than are wanted, if `path` is one of the call's inputs,
  // or if the place cannot be written; Error if another run is writing there.
  TraceWriter(std::filesystem::path path, const TraceHeader& header,
              const std::vector<std::filesystem::path>& inputs = {}, int wanted = kAnyNumber);
  ~TraceWriter();
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;

  // Episodes there are already.
  int episodes() const { return episodes_; }
  // In the order of the episodes; the system has each when this returns, so a kill loses none.
  void add(const TraceEpisode& episode);
  void finish();

 private:
  int open_part() const;
  int resume(const std::string& header, int wanted) const;
  void write(const nlohmann::json& line);

  std::filesystem::path path_;
  std::filesystem::path part_;
  // Locked as long as it is open.
  int file_ = -1;
  int episodes_ = 0;
};

}  // namespace holdfast::learn
