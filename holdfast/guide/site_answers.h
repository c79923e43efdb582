// Answers that are asked for again and again, kept by where the agent is and by what else it knows.
// What is known has a row, in which the answer at each site is two bytes; most questions come after
// moves, which stay in the row, so that to ask is one look-up in a table that fits into a cache
// near the processor. Looks mostly change one thing that is known, and a row remembers to which
// other one that led before.
#pragma once

#include <algorithm>
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

  SiteAnswers(int sites, int changes)
      : sites_(static_cast<std::size_t>(sites)), changes_(static_cast<std::size_t>(changes)) {}

  // The answer at a site, which must be the same for all that `blur` makes one; the reference holds
  // until the next call. `change(from, to)`: what is new, if that and `from` tell `to`, or else -1.
  template <class Change, class Blur, class Answer>
  const Value& at(const Key& known, int site, const Change& change, const Blur& blur,
                  Answer&& answer) {
    if (row_ == kNoRow || !(known == last_)) turn_to(known, change, blur);
    Code& code = codes_[begin_ + static_cast<std::size_t>(site)];
    if (code != kUnknown) [[likely]]
      return values_[code];
    return keep(code, answer());
  }
  std::size_t row_count() const { return rows_.size(); }

 private:
  // Of an answer: there are few different ones.
  using Code = std::uint16_t;
  static constexpr Code kUnknown = 0;
  using Row = std::uint16_t;
  static constexpr Row kNoRow = std::numeric_limits<Row>::max();

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

  template <class Change, class Blur>
  void turn_to(const Key& known, const Change& change, const Blur& blur) {
    const int changed = row_ == kNoRow ? -1 : change(last_, known);
    if (changed < 0) {
      row_ = row_of(blur(known));
    } else {
      const std::size_t turn = row_ * changes_ + static_cast<std::size_t>(changed);
      const Row met = turns_[turn];
      row_ = met != kNoRow ? met : find_turn(turn, blur(known));
    }
    begin_ = row_ * sites_;
    last_ = known;
  }
  [[gnu::noinline]] Row find_turn(std::size_t turn, const Key& blurred) {
    const Row row = row_of(blurred);
    // Unless all rows were given up for it.
    if (row_ != kNoRow) turns_[turn] = row;
    return row;
  }
  [[gnu::noinline]] Row row_of(const Key& blurred) {
    const auto row = rows_.find(blurred);
    return row != rows_.end() ? row->second : add_row(blurred);
  }
  Row add_row(const Key& blurred) {
    if (rows_.size() == most_rows() || values_.size() > kMostValues) forget();
    const auto row = static_cast<Row>(rows_.size());
    codes_.resize((row + std::size_t{1}) * sites_, kUnknown);
    turns_.resize((row + std::size_t{1}) * changes_, kNoRow);
    rows_.emplace(blurred, row);
    return row;
  }
  std::size_t most_rows() const {
    const std::size_t bytes = sites_ * sizeof(Code) + changes_ * sizeof(Row);
    return std::min<std::size_t>(kMostBytes / bytes, kNoRow);
  }
  const Value& keep(Code& place, const Value& value) {
    const auto number = numbers_.find(value);
    if (number != numbers_.end()) return values_[place = number->second];
    // What has no code is worked out each time, until there is a new row.
    if (values_.size() > kMostValues) return values_[kUnknown] = value;
    // The code comes last: should memory run out, it stands for nothing.
    const auto code = static_cast<Code>(values_.size());
    values_.push_back(value);
    numbers_.emplace(value, code);
    place = code;
    return values_.back();
  }
  void forget() {
    row_ = kNoRow;
    rows_.clear();
    codes_.clear();
    turns_.clear();
    numbers_.clear();
    values_.resize(1);
  }

  std::size_t sites_;
  std::size_t changes_;
  Key last_{};
  Row row_ = kNoRow;       // of `last_`
  std::size_t begin_ = 0;  // where its codes begin
  boost::unordered_flat_map<Key, Row, Hash> rows_;
  std::vector<Code> codes_;  // by row and site
  std::vector<Row> turns_;   // by row and change; kNoRow if it was not met yet
  boost::unordered_flat_map<Value, Code, Hash> numbers_;
  std::vector<Value> values_ = std::vector<Value>(1);  // by code
};

}  // namespace holdfast
