#include "holdfast/learn/traces.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string_view>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/json.h"
#include "holdfast/learn/compression.h"

namespace holdfast::learn {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kFormat = "holdfast-traces";
constexpr int kVersion = 1;

const char* kind_name(logic::Feature::Kind kind) {
  switch (kind) {
    case logic::Feature::Kind::flag:
      return "flag";
    case logic::Feature::Kind::value:
      return "value";
    case logic::Feature::Kind::series:
      return "series";
  }
  return "";
}

logic::Feature::Kind kind_named(const std::string& name) {
  for (const auto kind :
       {logic::Feature::Kind::flag, logic::Feature::Kind::value, logic::Feature::Kind::series}) {
    if (name == kind_name(kind)) return kind;
  }
  throw InputError("expected flag, value or series as the kind of a feature, found " + name);
}

json header_json(const TraceHeader& header) {
  json features = json::array(), actions = json::array();
  for (const logic::Feature& f : header.features) {
    json feature = {{"name", f.name}, {"kind", kind_name(f.kind)}};
    if (f.kind == logic::Feature::Kind::series) {
      feature["first"] = f.first;
      feature["last"] = f.last;
    }
    features.push_back(std::move(feature));
  }
  for (const TraceAction& a : header.actions) {
    actions.push_back(
        {{"name", a.name}, {"of_entity", a.of_entity}, {"foreseeable", a.foreseeable}});
  }
  return {{"format", kFormat},
          {"version", kVersion},
          {"domain", header.domain},
          {"options", header.options},
          {"seed", header.seed},
          {"features", std::move(features)},
          {"actions", std::move(actions)}};
}

json episode_json(const TraceEpisode& e) {
  json steps = json::array();
  for (const TraceStep& s : e.steps) {
    steps.push_back({{"action", s.action}, {"reward", s.reward}, {"facts", s.facts}});
  }
  return {{"seed", e.seed},
          {"discounted", e.discounted},
          {"undiscounted", e.undiscounted},
          {"terminal", e.terminal},
          {"steps", std::move(steps)}};
}

TraceEpisode to_episode(const json& j) {
  TraceEpisode e{.seed = j.at("seed").get<std::uint64_t>(),
                 .discounted = j.at("discounted").get<double>(),
                 .undiscounted = j.at("undiscounted").get<double>(),
                 .terminal = j.at("terminal").get<bool>()};
  for (const json& s : j.at("steps")) {
    e.steps.push_back({s.at("action").get<std::string>(), s.at("reward").get<double>(),
                       s.at("facts").get<std::string>()});
  }
  return e;
}

TraceHeader to_header(const json& j) {
  TraceHeader header{.domain = j.at("domain").get<std::string>(),
                     .options = j.at("options"),
                     .seed = j.at("seed").get<std::uint64_t>()};
  for (const json& f : j.at("features")) {
    header.features.push_back({f.at("name").get<std::string>(),
                               kind_named(f.at("kind").get<std::string>()), f.value("first", 0),
                               f.value("last", 0)});
  }
  for (const json& a : j.at("actions")) {
    header.actions.push_back({a.at("name").get<std::string>(), a.at("of_entity").get<bool>(),
                              a.at("foreseeable").get<bool>()});
  }
  return header;
}

bool is_end(const json& line) { return line.is_object() && line.contains("end"); }

// A file that has lost or doubled lines is not learnt from.
void check_count(const json& end, std::size_t episodes) {
  const auto said = end.at("episodes").get<std::uint64_t>();
  if (said == episodes) return;
  throw InputError(fmt::format(
      "the last line counts {} episodes, but {} are here; make these traces anew", said, episodes));
}

// Reads the lines of a trace file one after the other.
class Lines {
 public:
  Lines(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  bool next(std::string_view& line) {
    if (at_ >= text_.size()) return false;
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) return false;  // without its end: cut off
    line = text_.substr(at_, end - at_);
    at_ = end + 1;
    ++number_;
    return true;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(Place{file_, number_, 0}, what);
  }

  [[noreturn]] void truncated(std::size_t episodes) const {
    throw InputError(
        file_ + fmt::format(": these traces are truncated after {} complete episodes: the last "
                            "line is missing. Run `holdfast trace` again with the same options "
                            "and output: it goes on where it was",
                            episodes));
  }

  // Turns any trouble with a line into a message with its place.
  template <class Read>
  auto read(std::string_view line, Read&& read) const {
    try {
      return read(parse_json(line));
    } catch (const json::exception& e) {
      fail(std::string("not a line of traces: ") + e.what());
    } catch (const InputError& e) {
      fail(e.what());
    }
  }

 private:
  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  int number_ = 0;
};

TraceHeader read_header(Lines& lines) {
  std::string_view line;
  const std::string expected =
      "expected traces, a file that `holdfast trace` writes; its first line starts with "
      "{\"format\":"
      "\"holdfast-traces\"";
  if (!lines.next(line)) lines.fail(expected);
  return lines.read(line, [&](const json& j) {
    if (!j.is_object() || j.value("format", "") != kFormat) lines.fail(expected);
    const int version = j.value("version", 0);
    if (version != kVersion) {
      lines.fail(
          fmt::format("traces of version {}; this program reads version {}", version, kVersion));
    }
    return to_header(j);
  });
}

}  // namespace

Traces read_traces(const std::string& path) {
  const std::string text = decompress(read_file(path), path);
  Lines lines(text, path);
  Traces traces{.header = read_header(lines)};
  std::string_view line;
  while (lines.next(line)) {
    const bool end = lines.read(line, [&](const json& j) {
      if (is_end(j)) {
        check_count(j, traces.episodes.size());
        return true;
      }
      traces.episodes.push_back(to_episode(j));
      return false;
    });
    if (!end) continue;
    if (lines.next(line)) lines.fail("expected nothing after the last line of the traces");
    return traces;
  }
  lines.truncated(traces.episodes.size());
}

bool is_trace_file(const std::string& path) {
  return path.ends_with(".jsonl") || path.ends_with(".zst") || path.ends_with(".json") ||
         path.ends_with(".part");
}

namespace {

constexpr const char* kOtherTraces =
    ": holds something else than traces of this call (domain, options or seed differ): delete it, "
    "or choose another output";

// Hours of work do not vanish under those of another call.
void refuse_other_traces(const fs::path& path, const std::string& header) {
  std::error_code code;
  if (!fs::exists(path, code) || fs::is_empty(path, code)) return;
  std::string text;
  try {
    text = decompress(read_file(path), path.string());
  } catch (const InputError&) {
    throw InputError(path.string() + kOtherTraces);
  }
  if (!text.starts_with(header + '\n')) throw InputError(path.string() + kOtherTraces);
}

// Whether the text is a line of an episode, whole.
bool is_episode(std::string_view line) {
  try {
    const json j = parse_json(line);
    if (is_end(j)) return false;
    to_episode(j);
    return true;
  } catch (const json::exception&) {
    return false;
  } catch (const InputError&) {
    return false;
  }
}

bool names_the_file(const fs::path& path, int file) {
  struct stat named {};
  struct stat open {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(file, &open) == 0 &&
         named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

}  // namespace

TraceWriter::TraceWriter(fs::path path, const TraceHeader& header,
                         const std::vector<fs::path>& inputs)
    : path_(std::move(path)), part_(path_.string() + ".part") {
  if (path_ == "-") throw InputError("traces go on from their file; name one instead of -");
  AtomicFile probe(path_, inputs);  // throws if nothing can be written there
  const std::string first = header_json(header).dump();
  refuse_other_traces(path_, first);
  file_ = open_part();
  try {
    episodes_ = resume(first);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

TraceWriter::~TraceWriter() { ::close(file_); }

int TraceWriter::open_part() const {
  const int file = ::open(part_.c_str(),
                          O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (file < 0) throw InputError(part_.string() + ": cannot be written");
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(file);
    throw InputError(part_.string() + ": is not a regular file; remove it");
  }
  // Another run may have finished, and moved the file away, before the lock was ours.
  if (::flock(file, LOCK_EX | LOCK_NB) != 0 || !names_the_file(part_, file)) {
    ::close(file);
    throw Error(part_.string() +
                ": another run is writing to it; wait for it, or choose another output");
  }
  return file;
}

// Keeps the complete episodes, and drops what was being written when a run ended; returns how many
// there are. A part without a whole first line starts anew.
int TraceWriter::resume(const std::string& header) const {
  const std::string text = read_file(part_);
  const std::string first = header + '\n';
  std::size_t size = 0;
  int episodes = 0;
  if (text.starts_with(first)) {
    size = first.size();
    Lines lines(std::string_view(text).substr(size), part_.string());
    for (std::string_view line; lines.next(line) && is_episode(line); ++episodes) {
      size += line.size() + 1;
    }
  } else if (!first.starts_with(text)) {
    throw InputError(part_.string() + kOtherTraces);
  }
  if (::ftruncate(file_, static_cast<off_t>(size)) != 0) {
    throw Error(part_.string() + ": cannot be shortened to its complete episodes");
  }
  if (size == 0) write_all(file_, first, part_);
  return episodes;
}

void TraceWriter::write(const json& line) { write_all(file_, line.dump() + '\n', part_); }

void TraceWriter::add(const TraceEpisode& episode) {
  write(episode_json(episode));
  ++episodes_;
}

void TraceWriter::finish() {
  write({{"end", true}, {"episodes", episodes_}});
  if (path_.extension() == ".zst") {
    AtomicFile compressed(path_);
    compressed.stream() << compress(read_file(part_));
    compressed.commit();
    fs::remove(part_);
  } else {
    move_into_place(file_, part_, path_);
  }
}

}  // namespace holdfast::learn
