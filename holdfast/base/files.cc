#include "holdfast/base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <iostream>
#include <optional>
#include <random>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

namespace fs = std::filesystem;

// The names of temporary files, where a signal handler can find them: no lock, no allocation.
struct RegisteredName {
  std::atomic<bool> taken{false};
  // Set when the name is whole.
  std::atomic<bool> set{false};
  std::array<char, PATH_MAX> name{};
};
std::array<RegisteredName, 16> temporary_names;

int register_temporary(const fs::path& path) {
  for (std::size_t i = 0; i < temporary_names.size(); ++i) {
    RegisteredName& slot = temporary_names[i];
    if (slot.taken.exchange(true)) continue;
    std::strncpy(slot.name.data(), path.c_str(), slot.name.size() - 1);
    slot.set = true;
    return static_cast<int>(i);
  }
  throw Error("too many files are being written at once");
}

void forget_temporary(int index) {
  RegisteredName& slot = temporary_names[static_cast<std::size_t>(index)];
  slot.set = false;
  slot.taken = false;
}

std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
  throw InputError(fmt::format("{}: {}", path.string(), what));
}

// What stands under the name of an output must be ours to replace.
void check_replaceable(const fs::path& path) {
  const auto status = status_of(path);
  if (!status) return;
  const mode_t mode = status->st_mode;
  if (S_ISDIR(mode)) refuse(path, "is a directory; name a file to write");
  if (S_ISLNK(mode)) refuse(path, "is a link; name the file that it leads to");
  if (!S_ISREG(mode)) {
    refuse(path,
           "is not a regular file, and is left as it is; name a file, or - for standard "
           "output");
  }
  // Root may write anything; a file without any permission to write is meant to stay all the same.
  if ((mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0 || ::access(path.c_str(), W_OK) != 0) {
    refuse(path, "is read-only, and is left as it is; name another file");
  }
}

fs::path directory_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

std::string random_name() {
  std::random_device device;
  return fmt::format(".holdfast-{:08x}{:08x}{:08x}.tmp", device(), device(), device());
}

[[noreturn]] void writing_failed(const fs::path& path) {
  throw Error(fmt::format("{}: writing failed ({}); is the disk full?", path.string(),
                          std::strerror(errno)));
}

// Devices and some file systems have nothing to flush.
void flush_to_disk(int file, const fs::path& path) {
  if (::fsync(file) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS) {
    writing_failed(path);
  }
}

// A file that ends with the program, however that ends, unless it is given a name; -1 if the file
// system has no such thing, or if there is no way to name it later.
int open_nameless(const fs::path& directory, mode_t mode) {
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  return ::open(directory.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
}

// The permissions of what it will replace, and all its content on the disk.
void make_ready(int file, const fs::path& to) {
  check_replaceable(to);
  if (const auto old = status_of(to)) {
    // Only root can hand on the owner; for others it is their own file anyway.
    [[maybe_unused]] const int owner = ::fchown(file, old->st_uid, old->st_gid);
    ::fchmod(file, old->st_mode & 07777);
  }
  flush_to_disk(file, to);
}

// Makes the new name durable. A directory that may be written but not read: the file is there all
// the same.
void flush_directory_of(const fs::path& path) {
  const int directory = ::open(directory_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  ::fsync(directory);
  ::close(directory);
}

void move_ready(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) writing_failed(to);
  flush_directory_of(to);
}

// Closed in the end.
struct OpenFile {
  explicit OpenFile(int n) : number(n) {}
  ~OpenFile() {
    if (number >= 0) ::close(number);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int number;
};

}  // namespace

std::string read_file(const fs::path& path) {
  std::error_code code;
  if (fs::is_directory(path, code)) refuse(path, "is a directory; expected a file");
  // Not by a stream, which does not tell memory that runs out from a file that is not there.
  const OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number < 0) refuse(path, "cannot be read; is the name right?");
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (true) {
    const ssize_t count = ::read(file.number, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw Error(fmt::format("{}: reading failed", path.string()));
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > kMostInputBytes) {
      refuse(path,
             fmt::format("is larger than {} GB, the most that is read", kMostInputBytes >> 30));
    }
  }
}

bool same_file(const fs::path& a, const fs::path& b) {
  struct stat first {};
  struct stat second {};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

void write_all(int file, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) writing_failed(path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void move_into_place(int file, const fs::path& from, const fs::path& to) {
  make_ready(file, to);
  move_ready(from, to);
}

void remove_temporary_files() noexcept {
  for (const RegisteredName& slot : temporary_names) {
    if (slot.set) ::unlink(slot.name.data());
  }
}

TemporaryName::TemporaryName(const fs::path& path)
    : path_(directory_of(path) / random_name()), registered_(register_temporary(path_)) {}

TemporaryName::~TemporaryName() {
  ::unlink(path_.c_str());
  forget_temporary(registered_);
}

AtomicFile::AtomicFile(fs::path path, const std::vector<fs::path>& inputs)
    : path_(std::move(path)) {
  // Else memory that runs out would end the content unnoticed.
  content_.exceptions(std::ios::badbit);
  if (path_ == "-") return;
  if (path_.empty()) throw InputError("the name of the file to write is empty; name one");
  for (const fs::path& input : inputs) {
    if (same_file(path_, input)) {
      refuse(path_, "is an input of this call, and would be lost; name another file to write");
    }
  }
  check_replaceable(path_);
  open_temporary();
}

void AtomicFile::open_temporary() {
  // Until it has the permissions of what it replaces, it is for nobody else.
  const mode_t mode = status_of(path_) ? 0600 : 0666;
  file_ = open_nameless(directory_of(path_), mode);
  if (file_ >= 0) return;
  name_.emplace(path_);
  file_ = ::open(name_->path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (file_ >= 0) return;
  refuse(path_, "cannot be written; does the directory exist and may you write there?");
}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::close(file_);
}

void AtomicFile::give_name() {
  if (name_) return;
  name_.emplace(path_);
  const std::string nameless = fmt::format("/proc/self/fd/{}", file_);
  if (::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name_->path().c_str(), AT_SYMLINK_FOLLOW)) {
    writing_failed(path_);
  }
}

void AtomicFile::commit() {
  if (path_ == "-") {
    std::cout << content_.view() << std::flush;
    if (!std::cout) throw Error("standard output: writing failed");
    return;
  }
  write_all(file_, content_.view(), path_);
  make_ready(file_, path_);
  give_name();
  move_ready(name_->path(), path_);
  name_.reset();
  ::close(file_);
  file_ = -1;
}

}  // namespace holdfast
