// zstd: traces repeat themselves, and shrink to a few percent.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "holdfast/base/files.h"

struct ZSTD_DCtx_s;

namespace holdfast::learn {

std::string compress(const std::string& text);
// Whether a file with this beginning (four bytes are enough) is compressed.
bool is_compressed(std::string_view start);

// A text piece by piece, unpacked if it is compressed: traces are many times as large as their
// file.
class Unpacker {
 public:
  // Throws InputError naming the file, when it comes there, if the text is broken or unpacks to
  // more than `most` bytes.
  Unpacker(std::string text, std::string file, std::size_t most = kMostInputBytes);

  // Adds the next piece to `text`; false if there is none.
  bool next(std::string& text);
  // Adds pieces to `text` until a line ends in it, from `begin` on; npos if none does.
  std::size_t line_end(std::string& text, std::size_t begin = 0);

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* stream) const;
  };
  bool unpack(std::string& text);

  std::string source_;
  std::string file_;
  std::size_t most_;
  std::unique_ptr<ZSTD_DCtx_s, Free> stream_;  // none if the text is not compressed
  std::size_t at_ = 0;                         // in the source
  std::size_t wanted_ = 0;                     // bytes of it that zstd still expects, about
  std::size_t unpacked_ = 0;
};

// All of it; the text itself if it is not compressed; throws InputError naming the file if it is
// broken, or unpacks to more than `most` bytes.
std::string decompress(std::string text, const std::string& file,
                       std::size_t most = kMostInputBytes);

}  // namespace holdfast::learn
