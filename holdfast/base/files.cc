#include "holdfast/base/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iterator>

#include "holdfast/base/error.h"

namespace holdfast {
namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::error_code code;
  if (fs::is_directory(path, code)) {
    throw InputError(fmt::format("{}: is a directory; expected a file", path.string()));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read; is the name right?", path.string()));
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

AtomicFile::AtomicFile(fs::path path)
    : path_(std::move(path)), temporary_(fmt::format("{}.tmp-{}", path_.string(), ::getpid())) {
  std::error_code code;
  if (fs::is_directory(path_, code)) {
    throw InputError(fmt::format("{}: is a directory; name a file to write", path_.string()));
  }
  stream_.open(temporary_, std::ios::binary | std::ios::trunc);
  if (!stream_) {
    throw InputError(
        fmt::format("{}: cannot be written; does the directory exist and may you write there?",
                    path_.string()));
  }
}

AtomicFile::~AtomicFile() {
  if (committed_) return;
  stream_.close();
  std::error_code code;
  fs::remove(temporary_, code);
}

void AtomicFile::commit() {
  stream_.close();
  if (!stream_) {
    throw Error(fmt::format("{}: writing failed; is the disk full?", path_.string()));
  }
  fs::rename(temporary_, path_);
  committed_ = true;
}

}  // namespace holdfast
