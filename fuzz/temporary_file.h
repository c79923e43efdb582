// For readers that take a path: the bytes as a file, gone at the end.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace holdfast::fuzz {

class TemporaryFile {
 public:
  TemporaryFile(std::string_view bytes, const std::string& ending) {
    // In memory, where there is such a place.
    const std::filesystem::path memory = "/dev/shm";
    std::error_code code;
    const std::filesystem::path folder = std::filesystem::is_directory(memory, code)
                                             ? memory
                                             : std::filesystem::temp_directory_path();
    path_ = folder / ("holdfast-fuzz-" + std::to_string(::getpid()) + ending);
    std::ofstream(path_, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  ~TemporaryFile() {
    std::error_code code;
    std::filesystem::remove(path_, code);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace holdfast::fuzz
