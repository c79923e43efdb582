#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/json.h"
#include "holdfast/learn/compression.h"
#include "holdfast/learn/trace_lines.h"
#include "holdfast/learn/traces.h"

namespace holdfast::learn {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

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

// The line that begins there; empty if it has no end.
std::string_view line_at(std::string_view text, std::size_t begin) {
  const std::size_t end = text.find('\n', begin);
  return end == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin);
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
    for (; is_episode(line_at(text, size)); ++episodes) size = text.find('\n', size) + 1;
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
