// The lines of a trace file: what stands in each as JSON, and the lines one after the other.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "holdfast/base/error.h"
#include "holdfast/base/json.h"
#include "holdfast/learn/compression.h"
#include "holdfast/learn/traces.h"

namespace holdfast::learn {

inline constexpr const char* kTracesFormat = "holdfast-traces";
inline constexpr int kVersion = 1;

nlohmann::json header_json(const TraceHeader& header);
nlohmann::json episode_json(const TraceEpisode& episode);

// What a line says. They throw InputError without a place, in the words of the format and not of
// the JSON library.
TraceHeader to_header(const nlohmann::json& line);
TraceEpisode to_episode(const nlohmann::json& line);
// A field that must be there; `what` says what it is.
const nlohmann::json& field(const nlohmann::json& object, const char* name, const char* what);
[[noreturn]] void fail_second_header(const TraceHeader& first, const nlohmann::json& second);
bool is_end(const nlohmann::json& line);
// The last line says how many episodes there are.
void check_end(const nlohmann::json& line, std::size_t episodes);

// Reads the lines of a trace file one after the other, so that no more than one of them need be
// there as text.
class TraceLines {
 public:
  // The text goes on with what the unpacker has.
  TraceLines(std::string text, Unpacker rest, std::string file)
      : text_(std::move(text)), rest_(std::move(rest)), file_(std::move(file)) {}

  // The line stays until the next one is read.
  bool next(std::string_view& line) {
    std::size_t end = text_.find('\n', at_);
    if (end == std::string::npos) {
      text_.erase(0, at_);
      at_ = 0;
      end = rest_.line_end(text_);
    }
    line = std::string_view(text_).substr(at_, end - at_);
    // Without its end it is cut off, unless another program left out that of the last line.
    if (end == std::string::npos && !nlohmann::json::accept(line)) return false;
    at_ = end == std::string::npos ? text_.size() : end + 1;
    ++number_;
    return true;
  }

  int number() const { return number_; }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(Place{file_, number_, 0}, what);
  }

  [[noreturn]] void truncated(std::size_t episodes) const {
    throw InputError(
        file_ + fmt::format(": these traces are truncated after {} complete episodes: the last "
                            "line, {{\"end\":true,\"episodes\":{}}}, is missing. Run `holdfast "
                            "trace` again with the same options and output: it goes on where it "
                            "was",
                            episodes, episodes));
  }

  // Gives any trouble with the last line its place.
  template <class Make>
  auto located(Make&& make) const {
    try {
      return make();
    } catch (const InputError& e) {
      fail(e.what());
    }
  }

  template <class Read>
  auto read(std::string_view line, Read&& read) const {
    const nlohmann::json j = parsed(line);
    return located([&] { return read(j); });
  }

 private:
  nlohmann::json parsed(std::string_view line) const {
    try {
      return located([&] { return parse_json(line); });
    } catch (const nlohmann::json::parse_error& e) {
      throw InputError(
          Place{file_, number_, static_cast<int>(e.byte)},
          "expected one JSON object on this line, which breaks off or goes wrong here");
    }
  }

  std::string text_;
  Unpacker rest_;
  std::string file_;
  std::size_t at_ = 0;
  int number_ = 0;
};

}  // namespace holdfast::learn
