#include "holdfast/domains/rocksample/layouts.h"

namespace holdfast {
namespace {

const RockSampleLayout* find(const std::vector<RockSampleLayout>& layouts, int size, int rocks) {
  for (const RockSampleLayout& layout : layouts) {
    if (layout.size == size && static_cast<int>(layout.rocks.size()) == rocks) return &layout;
  }
  return nullptr;
}

}  // namespace

const RockSampleLayout* literature_layout(int size, int rocks) {
  static const std::vector<RockSampleLayout> layouts{
      {7, {0, 3}, {{2, 0}, {0, 1}, {3, 1}, {6, 3}, {2, 4}, {3, 4}, {5, 5}, {1, 6}}},
      {11,
       {0, 5},
       {{0, 3}, {0, 7}, {1, 8}, {2, 4}, {3, 3}, {3, 8}, {4, 3}, {5, 8}, {6, 1}, {9, 3}, {9, 9}}}};
  return find(layouts, size, rocks);
}

const RockSampleLayout* meli_layout(int size, int rocks) {
  static const std::vector<RockSampleLayout> layouts{
      {12, {0, 6}, {{0, 4}, {4, 7}, {7, 2}, {6, 10}}},
      {12, {0, 6}, {{0, 4}, {1, 7}, {3, 2}, {3, 10}, {7, 4}, {7, 10}, {9, 3}, {9, 6}}},
      {15, {0, 7}, {{0, 5}, {1, 8}, {3, 3}, {3, 12}, {8, 5}, {8, 12}, {11, 4}, {11, 7}}}};
  return find(layouts, size, rocks);
}

const RockSampleLayout* subramanian_layout(int size, int rocks) {
  static const std::vector<RockSampleLayout> layouts{{5, {0, 0}, {{1, 2}, {3, 3}, {3, 1}}}};
  return find(layouts, size, rocks);
}

}  // namespace holdfast
