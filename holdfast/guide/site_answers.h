// Answers that are asked for again and again, kept by where the agent is and by what else it knows.
// What is known has a row, in which the answer at each site is two bytes; most questions come after
// moves, which stay in the row, so that to ask is one look-up in a table that fits into a cache
// near the processor.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace holdfast {

// Keys and values have == and hash(), or std::hash.
template <class Key, class Value>
class SiteAnswers {
 public:
  // When there would be more, all are given up: this many bytes of rows, and so many different
  // answers.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 23;
  static constexpr std::size_t kMostValues = std::numeric_limits<std::uint16_t>::max();

  explicit SiteAnswers(int sites) : sites_(static_cast<std::size_t>(sites)) {}

  // The answer at a site, which must be the same for all that `blur` makes one; the reference holds
  // until the next call.
  template <class Blur, class Answer>
  const Value& at(const Key& known, int site, const Blur& blur, Answer&& answer) {
    if (row_ == kNoRow || !(known == last_)) turn_to(known, blur(known));
    const Code code = codes_[row_ + static_cast<std::size_t>(site)];
    if (code != kUnknown) [[likely]]
      return values_[code];
    return keep(row_ + static_cast<std::size_t>(site), answer());
  }
  std::size_t row_count() const { return rows_.size(); }

 private:
  // Of an answer: there are few different ones.
  using Code = std::uint16_t;
  static constexpr Code kUnknown = 0;
  static constexpr std::size_t kNoRow = std::numeric_limits<std::size_t>::max();

  struct Hash {
    template <class T>
    std::size_t operator()(const T& t) const {
      if constexpr (requires { t.hash(); }) {
        return t.hash();
      } else {
        return std::hash<T>()(t);
      }
    }
  };

  void turn_to(const Key& known, const Key& blurred) {
    const auto row = rows_.find(blurred);
    row_ = row != rows_.end() ? row->second : add_row(blurred);
    last_ = known;
  }
  std::size_t add_row(const Key& blurred) {
    const bool is_full = (codes_.size() + sites_) * sizeof(Code) > kMostBytes;
    if (is_full || values_.size() > kMostValues) forget();
    const std::size_t row = codes_.size();
    codes_.resize(row + sites_, kUnknown);
    rows_.emplace(blurred, row);
    return row;
  }
  const Value& keep(std::size_t place, const Value& value) {
    const auto number = numbers_.find(value);
    if (number != numbers_.end()) return values_[codes_[place] = number->second];
    // What has no code is worked out each time, until there is a new row.
    if (values_.size() > kMostValues) return values_[kUnknown] = value;
    // The code comes last: should memory run out, it stands for nothing.
    const auto code = static_cast<Code>(values_.size());
    values_.push_back(value);
    numbers_.emplace(value, code);
    codes_[place] = code;
    return values_.back();
  }
  void forget() {
    row_ = kNoRow;
    rows_.clear();
    codes_.clear();
    numbers_.clear();
    values_.resize(1);
  }

  std::size_t sites_;
  Key last_{};
  std::size_t row_ = kNoRow;                                // of `last_`
  boost::unordered_flat_map<Key, std::size_t, Hash> rows_;  // where each begins
  std::vector<Code> codes_;
  boost::unordered_flat_map<Value, Code, Hash> numbers_;
  std::vector<Value> values_ = std::vector<Value>(1);  // by code
};

}  // namespace holdfast
