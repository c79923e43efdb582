#include "holdfast/learn/compression.h"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <new>
#include <string_view>
#include <utility>

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

void Unpacker::Free::operator()(ZSTD_DCtx_s* stream) const { ZSTD_freeDStream(stream); }

Unpacker::Unpacker(std::string text, std::string file, std::size_t most)
    : source_(std::move(text)), file_(std::move(file)), most_(most) {
  if (!is_compressed(source_)) return;
  stream_.reset(ZSTD_createDStream());
  if (!stream_) throw std::bad_alloc();
}

bool Unpacker::next(std::string& text) {
  if (stream_) return unpack(text);
  if (source_.empty()) return false;
  if (text.empty()) {
    text.swap(source_);
  } else {
    text += source_;
    source_.clear();
  }
  return true;
}

bool Unpacker::unpack(std::string& text) {
  if (at_ == source_.size()) {
    if (wanted_ != 0) throw InputError(file_ + ": the compressed file is truncated");
    return false;
  }
  const std::size_t before = text.size();
  text.resize(before + ZSTD_DStreamOutSize());
  ZSTD_inBuffer in{source_.data(), source_.size(), at_};
  ZSTD_outBuffer out{text.data() + before, text.size() - before, 0};
  wanted_ = ZSTD_decompressStream(stream_.get(), &out, &in);
  if (ZSTD_getErrorCode(wanted_) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  if (ZSTD_isError(wanted_)) {
    throw InputError(file_ + ": broken compression: " + ZSTD_getErrorName(wanted_));
  }
  text.resize(before + out.pos);
  at_ = in.pos;
  unpacked_ += out.pos;
  if (unpacked_ > most_) {
    throw InputError(
        file_ + fmt::format(": unpacks to more than {} MB, the most that is read", most_ >> 20));
  }
  return true;
}

std::size_t Unpacker::line_end(std::string& text, std::size_t begin) {
  for (;;) {
    const std::size_t end = text.find('\n', begin);
    if (end != std::string::npos) return end;
    begin = text.size();
    if (!next(text)) return std::string::npos;
  }
}

std::string decompress(std::string text, const std::string& file, std::size_t most) {
  Unpacker unpacker(std::move(text), file, most);
  std::string result;
  while (unpacker.next(result)) continue;
  return result;
}

}  // namespace holdfast::learn
