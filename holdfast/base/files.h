// Output files appear whole or not at all, and take nothing with them: the one way to write a file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

// Larger inputs (unpacked, if they are compressed) are refused before they fill the memory.
constexpr std::size_t kMostInputBytes = std::size_t{2} << 30;

// The whole file; throws InputError if it cannot be read or is larger than kMostInputBytes.
std::string read_file(const std::filesystem::path& path);

// Whether both names lead to the same file that is there.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// A name of unpredictable spelling beside `path`. Whatever has it in the end is removed, also by
// remove_temporary_files().
class TemporaryName {
 public:
  explicit TemporaryName(const std::filesystem::path& path);
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int registered_;
};

// A new file takes the content on commit(), is flushed to the disk, and then moved to its final
// name; without commit() nothing is left. Where the file system can, it has no name until it is
// moved, so that nothing is left after SIGKILL either; elsewhere it has a TemporaryName, which goes
// with SIGINT, SIGTERM and SIGHUP (see interrupt.h). A file that is replaced hands on its
// permissions. "-" is standard output, which is written on commit().
class AtomicFile {
 public:
  // Throws InputError before any work is done: if the place cannot be written, if what is there is
  // not a regular file that may be written, or if it is one of the `inputs` of the same call, which
  // would be lost. Inputs that are no files are ignored.
  explicit AtomicFile(std::filesystem::path path,
                      const std::vector<std::filesystem::path>& inputs = {});
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  std::ostream& stream() { return content_; }
  // Throws Error if something could not be written (a full disk); the old file is untouched then.
  void commit();

 private:
  void open_temporary();
  void give_name();

  std::filesystem::path path_;
  std::optional<TemporaryName> name_;
  std::ostringstream content_;
  int file_ = -1;
};

// Writes all bytes; throws Error naming the path if that fails.
void write_all(int file, std::string_view bytes, const std::filesystem::path& path);

// Flushes the open file, whose name is `from`, to the disk and moves it to `to`, with the
// permissions of what it replaces. Throws InputError if that must not be replaced (see AtomicFile),
// Error if something fails.
void move_into_place(int file, const std::filesystem::path& from, const std::filesystem::path& to);

// Removes what has a TemporaryName; may be called by signal handlers.
void remove_temporary_files() noexcept;

}  // namespace holdfast
