#include "holdfast/learn/traces.h"

#include <fmt/format.h>

#include <fstream>
#include <string_view>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/learn/compression.h"
#include "holdfast/learn/log.h"
#include "holdfast/learn/trace_lines.h"
#include "holdfast/learn/trace_words.h"

namespace holdfast::learn {
namespace {

using nlohmann::json;

TraceHeader read_header(TraceLines& lines) {
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

// Two files in one are the likely reason.
[[noreturn]] void fail_after_the_end(const TraceHeader& header, const TraceLines& lines,
                                     std::string_view line) {
  const json j = json::parse(line, nullptr, false);
  if (j.is_object() && j.contains("format")) {
    lines.located([&]() -> int { fail_second_header(header, j); });
  }
  lines.fail("expected nothing after the last line of the traces");
}

}  // namespace

Traces read_traces(const std::string& path) {
  Unpacker rest(read_file(path), path);
  std::string text;
  rest.line_end(text);
  if (is_log(text)) {
    while (rest.next(text)) continue;
    return parse_log(text, path);
  }
  TraceLines lines(std::move(text), std::move(rest), path);
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
    if (lines.next(line)) fail_after_the_end(traces.header, lines, line);
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

std::string to_line(const TraceEpisode& episode) { return episode_json(episode).dump(); }

TraceEpisode episode_from_line(const std::string& line) { return to_episode(json::parse(line)); }

}  // namespace holdfast::learn
