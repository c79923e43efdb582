#include "holdfast/learn/traces.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string_view>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/json.h"
#include "holdfast/learn/compression.h"
#include "holdfast/learn/log.h"
#include "holdfast/learn/trace_words.h"

namespace holdfast::learn {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kTracesFormat = "holdfast-traces";
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

json header_json(const TraceHeader& header) {
  json features = json::array(), actions = json::array();
  for (const logic::Feature& f : header.features) {
    json feature = {{"name", f.name}, {"kind", kind_name(f.kind)}};
    if (f.kind == logic::Feature::Kind::series) {
      feature["first"] = f.first;
      feature["last"] = f.last;
    }
    if (!f.of_entity) feature["of_entity"] = false;
    if (header.chances.contains(f.name)) feature["chance"] = true;
    if (!f.action.empty()) feature["action"] = f.action;
    features.push_back(std::move(feature));
  }
  for (const TraceAction& a : header.actions) {
    actions.push_back(
        {{"name", a.name}, {"of_entity", a.of_entity}, {"foreseeable", a.foreseeable}});
  }
  json line = {{"format", kTracesFormat},      {"version", kVersion},
               {"domain", header.domain},      {"options", header.options},
               {"seed", header.seed},          {"features", std::move(features)},
               {"actions", std::move(actions)}};
  if (!header.revision.empty()) line["revision"] = header.revision;
  return line;
}

json episode_json(const TraceEpisode& e) {
  json steps = json::array();
  for (const TraceStep& s : e.steps) {
    json step = {{"action", s.action}, {"reward", s.reward}, {"facts", s.facts}};
    if (!s.values.empty()) step["values"] = s.values;
    steps.push_back(std::move(step));
  }
  return {{"seed", e.seed},
          {"discounted", e.discounted},
          {"undiscounted", e.undiscounted},
          {"terminal", e.terminal},
          {"steps", std::move(steps)}};
}

// How a line may fail: in the words of its format, not of the JSON library.
[[noreturn]] void fail_field(const char* name, const char* what) {
  throw InputError(
      fmt::format("expected \"{}\", {} (docs/learning.md, Traces, has every field)", name, what));
}

const json& field(const json& object, const char* name, const char* what) {
  if (!object.is_object() || !object.contains(name)) fail_field(name, what);
  return object.at(name);
}

std::string text(const json& object, const char* name, const char* what) {
  const json& j = field(object, name, what);
  if (!j.is_string()) fail_field(name, what);
  return j.get<std::string>();
}

double number(const json& object, const char* name) {
  const json& j = field(object, name, "a number");
  if (!j.is_number()) fail_field(name, "a number");
  return j.get<double>();
}

std::uint64_t seed(const json& object) {
  const json& j = field(object, "seed", "a whole number from 0 on");
  if (!j.is_number_unsigned()) fail_field("seed", "a whole number from 0 on");
  return j.get<std::uint64_t>();
}

bool flag(const json& object, const char* name) {
  const json& j = field(object, name, "true or false");
  if (!j.is_boolean()) fail_field(name, "true or false");
  return j.get<bool>();
}

const json& list(const json& object, const char* name) {
  const json& j = field(object, name, "a list");
  if (!j.is_array()) fail_field(name, "a list");
  return j;
}

int index(const json& object, const char* name) {
  const json& j = field(object, name, "a whole number");
  if (!j.is_number_integer() || j > 1'000'000 || j < -1'000'000) {
    fail_field(name, "a whole number");
  }
  return j.get<int>();
}

std::map<std::string, double> values(const json& step) {
  std::map<std::string, double> result;
  if (!step.contains("values")) return result;
  static constexpr const char* kValues = "an object with the worth of actions by their names";
  const json& j = step.at("values");
  if (!j.is_object()) fail_field("values", kValues);
  for (const auto& [action, value] : j.items()) {
    if (!value.is_number()) fail_field("values", kValues);
    result[action] = value.get<double>();
  }
  return result;
}

TraceEpisode to_episode(const json& j) {
  TraceEpisode e{.seed = seed(j),
                 .discounted = number(j, "discounted"),
                 .undiscounted = number(j, "undiscounted"),
                 .terminal = flag(j, "terminal")};
  for (const json& s : list(j, "steps")) {
    try {
      e.steps.push_back({text(s, "action", "a string such as \"check(2)\""), number(s, "reward"),
                         text(s, "facts", "a string such as \"dist(0,8). wall(1).\""), values(s)});
    } catch (const InputError& error) {
      throw InputError(fmt::format("step {}: {}", e.steps.size() + 1, error.what()));
    }
  }
  return e;
}

logic::Feature to_feature(const json& j) {
  using Kind = logic::Feature::Kind;
  static constexpr const char* kKinds = "flag, value or series";
  logic::Feature feature{.name = text(j, "name", "the name of a feature")};
  const std::string kind = text(j, "kind", kKinds);
  if (j.contains("of_entity")) feature.of_entity = flag(j, "of_entity");
  if (j.contains("action")) feature.action = text(j, "action", "the name of an action");
  for (const Kind k : {Kind::flag, Kind::value, Kind::series}) {
    if (kind != kind_name(k)) continue;
    feature.kind = k;
    if (k == Kind::series) {
      feature.first = index(j, "first");
      feature.last = index(j, "last");
    }
    return feature;
  }
  fail_field("kind", kKinds);
}

TraceHeader to_header(const json& j) {
  TraceHeader header{.domain = text(j, "domain", "the name of the domain"),
                     .options = field(j, "options", "an object with the options of the agent"),
                     .seed = seed(j)};
  if (j.contains("revision")) header.revision = text(j, "revision", "the revision of a program");
  for (const json& f : list(j, "features")) {
    header.features.push_back(to_feature(f));
    const std::string& name = header.features.back().name;
    if (f.contains("chance") && flag(f, "chance")) header.chances.insert(name);
  }
  for (const json& a : list(j, "actions")) {
    header.actions.push_back(
        {text(a, "name", "the name of an action"), flag(a, "of_entity"), flag(a, "foreseeable")});
  }
  return header;
}

// What planners thought actions to be worth does not compare, and neither do their returns.
[[noreturn]] void fail_second_header(const TraceHeader& first, const json& second) {
  const auto planner = [](const json& options) {
    return options.is_object() && options.contains("planner") ? options.at("planner").dump()
                                                              : std::string("somebody");
  };
  throw InputError(fmt::format(
      "here other traces begin, of {} after those of {}; keep the traces of each run in a file of "
      "their own, and learn from one of them",
      planner(second.value("options", json())), planner(first.options)));
}

bool is_end(const json& line) { return line.is_object() && line.contains("end"); }

// The last line says how many episodes there are.
void check_end(const json& j, std::size_t episodes) {
  const json& count = field(j, "episodes", "the number of episodes");
  if (j.at("end") != true) fail_field("end", "true");
  if (count == episodes) return;
  throw InputError(
      fmt::format("the last line counts {} episodes, but {} are here; make these traces anew",
                  count.dump(), episodes));
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

  int number() const { return number_; }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(Place{file_, number_, 0}, what);
  }

  [[noreturn]] void truncated(std::size_t episodes) const {
    throw InputError(
        file_ + fmt::format(": these traces are truncated after {} complete episodes: the last "
                            "line, {{\"end\":true,\"episodes\":{}}}, is missing. Run `holdfast "
                            "trace` again with the same options and output: it goes on where it "
                            "was",
                            episodes, episodes));
  }

  // Gives any trouble with the last line its place.
  template <class Make>
  auto located(Make&& make) const {
    try {
      return make();
    } catch (const InputError& e) {
      fail(e.what());
    }
  }

  template <class Read>
  auto read(std::string_view line, Read&& read) const {
    const json j = parsed(line);
    return located([&] { return read(j); });
  }

 private:
  json parsed(std::string_view line) const {
    try {
      return located([&] { return parse_json(line); });
    } catch (const json::parse_error& e) {
      throw InputError(
          Place{file_, number_, static_cast<int>(e.byte)},
          "expected one JSON object on this line, which breaks off or goes wrong here");
    }
  }

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
    if (!j.is_object() || !j.contains("format") || j.at("format") != kTracesFormat) {
      throw InputError(expected);
    }
    const json& version = field(j, "version", "the number 1");
    if (version != kVersion) {
      throw InputError(fmt::format("traces of version {}; this program reads version {}",
                                   version.dump(), kVersion));
    }
    return to_header(j);
  });
}

}  // namespace

Traces read_traces(const std::string& path) {
  std::string content = decompress(read_file(path), path);
  if (is_log(content)) return parse_log(content, path);
  // Other programs may leave out the end of the last line.
  if (json::accept(std::string_view(content).substr(content.rfind('\n') + 1))) content += '\n';
  Lines lines(content, path);
  Traces traces{.header = read_header(lines), .file = path};
  TraceWords words = lines.located([&] { return TraceWords(traces.header); });
  std::string_view line;
  while (lines.next(line)) {
    const bool end = lines.read(line, [&](const json& j) {
      if (is_end(j)) {
        check_end(j, traces.episodes.size());
        return true;
      }
      if (j.is_object() && j.contains("format")) fail_second_header(traces.header, j);
      traces.episodes.push_back(to_episode(j));
      traces.episodes.back().line = lines.number();
      words.check(traces.episodes.back());
      return false;
    });
    if (!end) continue;
    if (lines.next(line)) lines.fail("expected nothing after the last line of the traces");
    return traces;
  }
  lines.truncated(traces.episodes.size());
}

bool is_trace_file(const std::string& path) {
  for (const char* ending : {".jsonl", ".zst", ".json", ".part"}) {
    if (path.ends_with(ending)) return true;
  }
  // No rule begins with a string, so `{"` begins no task; the other is zstd's mark.
  std::ifstream file(path, std::ios::binary);
  std::string start(4, '\0');
  file.read(start.data(), 4);
  return start.starts_with("{\"") || is_compressed(start);
}

namespace {

constexpr const char* kOtherTraces =
    ": holds something else than traces of this call (domain, options, seed or revision differ): "
    "delete it, "
    "or choose another output";

// How many episodes a finished file has. Hours of work do not vanish under those of another call:
// throws InputError if it has another header.
int episodes_of_finished(const fs::path& path, const std::string& header) {
  std::error_code code;
  if (!fs::exists(path, code) || fs::is_empty(path, code)) return 0;
  std::string text;
  try {
    text = decompress(read_file(path), path.string());
  } catch (const InputError&) {
    throw InputError(path.string() + kOtherTraces);
  }
  if (!text.starts_with(header + '\n')) throw InputError(path.string() + kOtherTraces);
  // Without the first line and the last.
  return std::max(0, static_cast<int>(std::count(text.begin(), text.end(), '\n')) - 2);
}

void check_count(const fs::path& path, int episodes, int wanted) {
  if (episodes <= wanted) return;
  throw InputError(
      fmt::format("{}: has {} episodes of this call already; ask for as many at least, or choose "
                  "another output",
                  path.string(), episodes));
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

std::string to_line(const TraceEpisode& episode) { return episode_json(episode).dump(); }

TraceEpisode episode_from_line(const std::string& line) { return to_episode(json::parse(line)); }

TraceWriter::TraceWriter(fs::path path, const TraceHeader& header,
                         const std::vector<fs::path>& inputs, int wanted)
    : path_(std::move(path)), part_(path_.string() + ".part") {
  if (path_ == "-") throw InputError("traces go on from their file; name one instead of -");
  AtomicFile probe(path_, inputs);  // throws if nothing can be written there
  const std::string first = header_json(header).dump();
  check_count(path_, episodes_of_finished(path_, first), wanted);
  file_ = open_part();
  try {
    episodes_ = resume(first, wanted);
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
int TraceWriter::resume(const std::string& header, int wanted) const {
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
  check_count(part_, episodes, wanted);
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
