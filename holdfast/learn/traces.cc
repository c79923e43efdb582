#include "holdfast/learn/traces.h"

#include <fmt/format.h>

#include <string_view>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
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
      return read(json::parse(line));
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
      if (j.is_object() && j.contains("end")) return true;
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

TraceWriter::TraceWriter(fs::path path, const TraceHeader& header)
    : path_(std::move(path)), part_(path_.string() + ".part") {
  AtomicFile probe(path_);  // throws if nothing can be written there
  const std::string first = header_json(header).dump();
  if (fs::exists(part_)) {
    episodes_ = resume(first);
    out_.open(part_, std::ios::binary | std::ios::app);
  } else {
    out_.open(part_, std::ios::binary | std::ios::trunc);
    out_ << first << '\n' << std::flush;
  }
  if (!out_) throw InputError(part_.string() + ": cannot be written");
}

int TraceWriter::resume(const std::string& header) {
  const std::string text = read_file(part_);
  Lines lines(text, part_.string());
  std::string_view line;
  if (!lines.next(line) || line != header) {
    throw InputError(part_.string() +
                     ": holds part of other traces (domain, options or seed differ): delete it, or "
                     "choose another output");
  }
  int episodes = 0;
  std::size_t size = line.size() + 1;
  while (lines.next(line)) {
    if (!json::accept(line)) break;
    size += line.size() + 1;
    ++episodes;
  }
  fs::resize_file(part_, size);
  return episodes;
}

void TraceWriter::add(const TraceEpisode& episode) {
  out_ << episode_json(episode).dump() << '\n' << std::flush;
  if (!out_) throw Error(part_.string() + ": writing failed; is the disk full?");
  ++episodes_;
}

void TraceWriter::finish() {
  out_ << json{{"end", true}, {"episodes", episodes_}}.dump() << '\n';
  out_.close();
  if (!out_) throw Error(part_.string() + ": writing failed; is the disk full?");
  if (path_.extension() == ".zst") {
    AtomicFile compressed(path_);
    compressed.stream() << compress(read_file(part_));
    compressed.commit();
    fs::remove(part_);
  } else {
    fs::rename(part_, path_);
  }
}

}  // namespace holdfast::learn
