// Answers that are asked for again and again, kept for as many keys as there is room for: a search
// comes back to the same beliefs. What comes later takes the place of what is there, so that
// nothing is ever looked for twice; where much is missing, there is more room from then on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace holdfast {

// Keys have == and hash(), whose low bits tell most of them apart.
template <class Key, class Value>
class RecentAnswers {
 public:
  // The least is taken with the first answer, so that what is never asked costs nothing.
  static constexpr std::size_t kLeastRoom = 1024;
  static constexpr std::size_t kMostRoom = 1 << 16;

  // The answer to the key, which must always be the same; the reference holds until the next call.
  template <class Answer>
  const Value& at(const Key& key, Answer&& answer) {
    Place& place = places_[key.hash() & mask_];
    if (place.taken && place.key == key) [[likely]]
      return place.value;
    return keep(key, answer());
  }
  std::size_t room() const { return places_.size(); }

 private:
  struct Place {
    Key key{};
    Value value{};
    bool taken = false;
  };

  const Value& keep(const Key& key, const Value& value) {
    if (++missed_ > places_.size() && places_.size() < kMostRoom) grow();
    Place& place = places_[key.hash() & mask_];
    place = {key, value, true};
    return place.value;
  }
  void grow() {
    std::vector<Place> kept(places_.size() < kLeastRoom ? kLeastRoom : 4 * places_.size());
    kept.swap(places_);
    mask_ = places_.size() - 1;
    missed_ = 0;
    for (const Place& place : kept) {
      if (place.taken) places_[place.key.hash() & mask_] = place;
    }
  }

  std::vector<Place> places_ = std::vector<Place>(1);
  std::size_t mask_ = 0;
  std::size_t missed_ = 0;
};

}  // namespace holdfast
