#include "holdfast/learn/compression.h"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <memory>
#include <string_view>
#include <vector>

#include "holdfast/base/error.h"

namespace holdfast::learn {
namespace {

constexpr int kLevel = 9;
constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";

}  // namespace

std::string compress(const std::string& text) {
  std::string result(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress(result.data(), result.size(), text.data(), text.size(), kLevel);
  if (ZSTD_isError(size)) throw Error(std::string("zstd: ") + ZSTD_getErrorName(size));
  result.resize(size);
  return result;
}

bool is_compressed(std::string_view start) { return start.starts_with(kMagic); }

std::string decompress(std::string text, const std::string& file, std::size_t most) {
  if (!is_compressed(text)) return text;
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                          &ZSTD_freeDStream);
  if (!stream) throw std::bad_alloc();
  std::string result;
  std::vector<char> buffer(ZSTD_DStreamOutSize());
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  std::size_t left = 1;
  while (in.pos < in.size) {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    left = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (ZSTD_isError(left)) {
      throw InputError(file + ": broken compression: " + ZSTD_getErrorName(left));
    }
    result.append(buffer.data(), out.pos);
    if (result.size() > most) {
      throw InputError(
          file + fmt::format(": unpacks to more than {} MB, the most that is read", most >> 20));
    }
  }
  if (left != 0) throw InputError(file + ": the compressed file is truncated");
  return result;
}

}  // namespace holdfast::learn
