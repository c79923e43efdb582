// Answers that are asked for again and again, kept for as many keys as there is room for: a search
// comes back to the same beliefs, and a rollout that does not look hardly leaves its own. What
// comes later takes the place of what is there, so that nothing is ever looked for twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace holdfast {

// Keys have == and hash(), whose low bits tell most of them apart.
template <class Key, class Value>
class RecentAnswers {
 public:
  // Small enough for the second-level cache.
  static constexpr std::size_t kRoom = 4096;

  RecentAnswers() : places_(kRoom) {}

  // The answer to the key, which must always be the same; the reference holds until the next call.
  template <class Answer>
  const Value& at(const Key& key, Answer&& answer) {
    Place& place = places_[key.hash() % kRoom];
    if (place.taken && place.key == key) [[likely]]
      return place.value;
    place = {key, answer(), true};
    return place.value;
  }

 private:
  struct Place {
    Key key{};
    Value value{};
    bool taken = false;
  };
  std::vector<Place> places_;
};

}  // namespace holdfast
