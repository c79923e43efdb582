// Answers that are asked for again and again, kept by where the agent is and by what else it knows.
// What is known has a number, and the answers of all numbers at all sites share one table, in which
// those of one number lie together: most questions come after moves, which leave the number as it
// is, so that to ask is one look-up in a table that fits into a cache near the processor. Looks
// mostly change one thing that is known; to which other number that led before is kept, too.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace holdfast {

// What is kept of each number by something small. What later comes to the same place takes it;
// where much is missing, there is more room from then on.
template <class Value>
class PlacesByNumber {
 public:
  // Asked by 0 to span - 1; in the end there is room for `most` and span more.
  PlacesByNumber(int span, std::size_t most)
      : span_(static_cast<std::size_t>(span)), most_(most), places_(1 + span_) {}

  // Where the places of a number begin, until something is kept.
  std::size_t begin(std::uint16_t number) const { return number * kOdd & mask_; }
  // What was kept; null if that is not known.
  const Value* find(std::uint16_t number, std::size_t begin, int which) const {
    const Place& place = places_[begin + static_cast<std::size_t>(which)];
    return place.number == number ? &place.value : nullptr;
  }
  void keep(std::uint16_t number, int which, Value value) {
    if (4 * ++missed_ > mask_ && mask_ + 1 < most_) grow();
    places_[begin(number) + static_cast<std::size_t>(which)] = {number, value};
  }
  void clear() {
    mask_ = missed_ = 0;
    places_.assign(1 + span_, {});
  }

 private:
  static constexpr std::uint16_t kNone = std::numeric_limits<std::uint16_t>::max();
  static constexpr std::size_t kOdd = 0x9e3779b1;
  static constexpr std::size_t kLeast = 1024;
  struct Place {
    std::uint16_t number = kNone;
    Value value{};
  };

  void grow() {
    const std::size_t room = mask_ == 0 ? kLeast : 4 * (mask_ + 1);
    std::vector<Place> old(room + span_);
    old.swap(places_);
    const std::size_t old_mask = mask_;
    mask_ = room - 1;
    missed_ = 0;
    for (std::size_t i = 0; i < old.size(); ++i) {
      const std::uint16_t number = old[i].number;
      if (number != kNone) places_[begin(number) + i - (number * kOdd & old_mask)] = old[i];
    }
  }

  std::size_t span_;
  std::size_t most_;
  std::size_t mask_ = 0;
  std::size_t missed_ = 0;
  std::vector<Place> places_;
};

// Keys and values have == and hash(), or std::hash.
template <class Key, class Value>
class SiteAnswers {
 public:
  // So many numbers, and different answers; when there would be more, all are given up.
  static constexpr std::size_t kMostNumbers = std::numeric_limits<std::uint16_t>::max();
  static constexpr std::size_t kMostValues = std::numeric_limits<std::uint16_t>::max();
  // Answers and changes that are kept, four bytes each.
  static constexpr std::size_t kMostKept = std::size_t{1} << 19;
  static constexpr std::size_t kMostChanges = std::size_t{1} << 17;

  SiteAnswers(int sites, int changes) : codes_(sites, kMostKept), turns_(changes, kMostChanges) {}

  // The answer at a site, which must be the same for all that `blur` makes one; the reference holds
  // until the next call. `change(from, to)`: what is new, if that and `from` tell `to`, or else -1.
  template <class Change, class Blur, class Answer>
  const Value& at(const Key& known, int site, const Change& change, const Blur& blur,
                  Answer&& answer) {
    if (number_ == kNoNumber || !(known == last_)) turn_to(known, change, blur);
    const Code* code = codes_.find(number_, begin_, site);
    if (code) [[likely]]
      return values_[*code];
    return keep(site, answer());
  }
  std::size_t number_count() const { return numbers_.size(); }

 private:
  // Of an answer: there are few different ones.
  using Code = std::uint16_t;
  using Number = std::uint16_t;
  static constexpr Number kNoNumber = std::numeric_limits<Number>::max();

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
    const int changed = number_ == kNoNumber ? -1 : change(last_, known);
    const Number* met =
        changed < 0 ? nullptr : turns_.find(number_, turns_.begin(number_), changed);
    number_ = met ? *met : find_number(changed, blur(known));
    begin_ = codes_.begin(number_);
    last_ = known;
  }
  [[gnu::noinline]] Number find_number(int changed, const Key& blurred) {
    const auto known = numbers_.find(blurred);
    const Number number = known != numbers_.end() ? known->second : add_number(blurred);
    // Unless all were given up for it.
    if (changed >= 0 && number_ != kNoNumber) turns_.keep(number_, changed, number);
    return number;
  }
  Number add_number(const Key& blurred) {
    if (numbers_.size() == kMostNumbers || values_.size() > kMostValues) forget();
    const auto number = static_cast<Number>(numbers_.size());
    numbers_.emplace(blurred, number);
    return number;
  }
  [[gnu::noinline]] const Value& keep(int site, const Value& value) {
    auto code = code_of_.find(value);
    if (code == code_of_.end()) {
      // What has no code is worked out each time, until something new is known.
      if (values_.size() > kMostValues) return uncoded_ = value;
      // The code comes last: should memory run out, it stands for nothing.
      values_.push_back(value);
      code = code_of_.emplace(value, static_cast<Code>(values_.size() - 1)).first;
    }
    codes_.keep(number_, site, code->second);
    begin_ = codes_.begin(number_);
    return values_[code->second];
  }
  void forget() {
    number_ = kNoNumber;
    numbers_.clear();
    codes_.clear();
    turns_.clear();
    code_of_.clear();
    values_.clear();
  }

  Key last_{};
  Number number_ = kNoNumber;  // of `last_`
  std::size_t begin_ = 0;      // of its codes
  boost::unordered_flat_map<Key, Number, Hash> numbers_;
  PlacesByNumber<Code> codes_;    // by site
  PlacesByNumber<Number> turns_;  // by change
  boost::unordered_flat_map<Value, Code, Hash> code_of_;
  std::vector<Value> values_;  // by code
  Value uncoded_{};
};

}  // namespace holdfast
