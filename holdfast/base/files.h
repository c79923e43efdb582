// Output files appear whole or not at all.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace holdfast {

// The whole file; throws InputError if it cannot be read.
std::string read_file(const std::filesystem::path& path);

// Writes beside the final name and moves it there on commit(); without commit() nothing is left.
// The constructor throws InputError if the place cannot be written: before any work is done.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  std::ostream& stream() { return stream_; }
  // Throws Error if something could not be written (a full disk); the old file is untouched then.
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::ofstream stream_;
  bool committed_ = false;
};

}  // namespace holdfast
