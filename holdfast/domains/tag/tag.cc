#include "holdfast/domains/tag/tag.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"

namespace holdfast {

Tag::Tag(const Floor& floor, int start, double discount)
    : floor_(floor), start_(start), discount_(discount) {
  if (start < 0 || start >= floor.cell_count()) {
    throw InputError(fmt::format("tag: the robot starts at cell {}, but there are {} cells", start,
                                 floor.cell_count()));
  }
}

bool Tag::perturb(State& s, const Memory&, Action, Observation o, Rng& rng) const {
  if (observe(s) == o) return true;
  const auto others = static_cast<std::uint32_t>(floor_.cell_count() - 1);
  const auto drawn = static_cast<std::uint8_t>(rng.below(others));
  s.opponent = o == here ? s.robot : static_cast<std::uint8_t>(drawn + (drawn >= s.robot));
  return true;
}

}  // namespace holdfast
