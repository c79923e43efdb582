// Output files appear whole or not at all, and take nothing with them: the one way to write a file.
#pragma once

#include <cstddef>
#include <filesystem>
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

// A new file of unpredictable name beside the final one takes the content on commit(), is flushed
// to the disk, and then moved there; without commit() nothing is left, nor after SIGINT, SIGTERM or
// SIGHUP (see interrupt.h). A file that is replaced hands on its permissions.
// "-" is standard output, which is written on commit().
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
  void discard();

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::ostringstream content_;
  int file_ = -1;
  int registered_ = -1;
};

// Writes all bytes; throws Error naming the path if that fails.
void write_all(int file, std::string_view bytes, const std::filesystem::path& path);

// Flushes the open file, whose name is `from`, to the disk and moves it to `to`, with the
// permissions of what it replaces. Throws InputError if that must not be replaced (see AtomicFile),
// Error if something fails.
void move_into_place(int file, const std::filesystem::path& from, const std::filesystem::path& to);

// Removes the temporary files of every AtomicFile that is open; may be called by signal handlers.
void remove_temporary_files() noexcept;

}  // namespace holdfast
