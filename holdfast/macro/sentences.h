// What a domain says of its words, taken apart. A word's sentence (logic::Feature::says) has
//
//   {}                  a place for its entity, its index and its value, in this order;
//   {east|west}         of a number whose sign is a side: the second where it is below 0;
//   [nearest|farthest]  at its end, what an entity is called that has least, or most, of it.
//
//   rock {} is {} steps away [nearest|farthest]
#pragma once

#include <string>
#include <vector>

#include "holdfast/logic/vocabulary.h"

namespace holdfast {

struct Sentence {
  explicit Sentence(const std::string& says);

  std::string text;   // without the superlatives
  std::string least;  // "nearest"; empty if it has none
  std::string greatest;
};

// {east|west} in a text: where it stands, and both sides. Without one, `length` is 0.
struct Sides {
  std::size_t start = 0;
  std::size_t length = 0;
  std::string above = {};
  std::string below = {};
};
Sides sides_in(const std::string& text);

// The text with values in its places, as many as there are.
std::string filled(const std::string& text, const std::vector<std::string>& values);

}  // namespace holdfast
