#include "holdfast/rddl/word_table.h"

#include <algorithm>
#include <cstdlib>

namespace holdfast::rddl {
namespace {

constexpr int kAbsent = logic::Column::kAbsent;

// As the paper has it; a hair more, so that 0.7 as a float is 70.
int percent(float chance) { return 10 * static_cast<int>(10 * chance + 1e-4F); }

}  // namespace

WordTable::Slots WordTable::find(const std::uint64_t* known, const float* chances) const {
  Slots found;
  found.fill(-1);
  std::size_t slot = 0;
  for (int m = 0; m < static_cast<int>(movers.size()); ++m) {
    const Mover& mover = movers[static_cast<std::size_t>(m)];
    int likeliest = -1;
    float most = 0;
    for (std::size_t i = 0; i < mover.bits.size() && most < 1; ++i) {
      const int b = mover.bits[i];
      const int hidden = hidden_number[static_cast<std::size_t>(b)];
      const float chance =
          hidden < 0 ? static_cast<float>(known[b / 64] >> (b % 64) & 1) : chances[hidden];
      if (chance > most) {
        most = chance;
        likeliest = static_cast<int>(i);
      }
    }
    for (; slot < slots.size() && slots[slot].mover == m; ++slot) {
      if (likeliest < 0) continue;
      found[slot] =
          static_cast<std::int16_t>(mover.coordinates[static_cast<std::size_t>(likeliest)]
                                                     [static_cast<std::size_t>(slots[slot].axis)]);
    }
  }
  return found;
}

int WordTable::most(int first, int last, const Seen& seen) const {
  int greatest = 0;
  for (int i = first; i < last; ++i) {
    greatest = std::max(greatest, value(tables[static_cast<std::size_t>(i)], seen));
  }
  return greatest;
}

int WordTable::value(const Source& s, const Seen& seen) const {
  using Kind = Source::Kind;
  switch (s.kind) {
    case Kind::absent:
      return kAbsent;
    case Kind::constant:
      return s.a;
    case Kind::bit:
      return static_cast<int>(seen.known[s.a / 64] >> (s.a % 64) & 1);
    case Kind::chance:
      return percent(seen.chances[s.a]);
    case Kind::delta:
      return seen.slots[s.b] < 0 ? kAbsent : s.a - seen.slots[s.b];
    case Kind::dist: {
      int sum = 0;
      for (int i = s.a; i < s.b; ++i) {
        const int delta = value(deltas[static_cast<std::size_t>(i)], seen);
        if (delta == kAbsent) return kAbsent;
        sum += std::abs(delta);
      }
      return sum;
    }
    case Kind::table: {
      const int at = seen.slots[s.b], across = s.c < 0 ? 0 : seen.slots[s.c];
      if (at < 0 || across < 0) return kAbsent;
      return value(tables[static_cast<std::size_t>(s.a + at * s.d + across)], seen);
    }
    case Kind::higher:
    case Kind::lower: {
      const int at = seen.slots[s.b];
      if (at < 0) return kAbsent;
      return s.kind == Kind::higher ? most(s.a + at + 1, s.a + s.d, seen)
                                    : most(s.a, s.a + at, seen);
    }
    case Kind::cases: {
      const auto set = [&](int b) { return (seen.known[b / 64] >> (b % 64) & 1) != 0; };
      for (int i = s.a; i < s.b; ++i) {
        const Case& c = cases[static_cast<std::size_t>(i)];
        if (std::ranges::all_of(c.conditions, [&](int b) { return b >= 0 ? set(b) : !set(~b); })) {
          return value(c.value, seen);
        }
      }
      return kAbsent;
    }
    case Kind::most:
      return most(s.a, s.b, seen);
  }
  return kAbsent;
}

}  // namespace holdfast::rddl
