#include "holdfast/domains/rocksample/situations.h"

#include <algorithm>
#include <bit>

namespace holdfast {
namespace {

// Facts about many rocks are tested at once, so the table is filled by that many entries.
constexpr int kLanes = RockSample::kMaxRocks;

// The bit of a head in an entry: a move, sample or check.
int head_bit(const logic::CompiledRule& rule) {
  const int ground = rule.action();
  if (ground < RockSample::sample) return ground;
  return ground < RockSample::sample + kLanes ? RockSample::sample : RockSample::check;
}

}  // namespace

bool Situations<RockSample>::serves(const Gamma& gamma) {
  if (!gamma.compiled()) return false;
  const auto& rules = gamma.theory().rules();
  const int rocks = gamma.theory().vocabulary().entity_count();
  const auto all = static_cast<std::uint32_t>((1ULL << rocks) - 1);
  return std::all_of(rules.begin(), rules.end(), [&](const logic::CompiledRule& rule) {
    const bool moves = rule.action() < RockSample::sample;
    return (moves || rule.per_entity()) && rule.entities() == all;
  });
}

Situations<RockSample>::Situations(const RockSample& model, const Symbols<RockSample>&,
                                   const Gamma& gamma)
    : model_(&model), horizon_(gamma.horizon()) {
  const int n = model.size();
  const int width = 2 * n - 1;
  // The offset (0, 0) is in the middle.
  for (const Cell rock : model.rocks()) {
    rocks_.push_back(((rock.y + n - 1) * width + rock.x + n - 1) * kGuesses);
  }
  for (int cell = 0; cell < n * n; ++cell) {
    offset_.push_back((cell / n * width + cell % n) * kGuesses);
  }
  // In whole batches of lanes, so there may be some entries more than offsets.
  const int batches = (width * width * kGuesses + kLanes - 1) / kLanes;
  table_.resize(static_cast<std::size_t>(batches * kLanes));
  fill(gamma.theory().theory());
}

Situations<RockSample>::Entry Situations<RockSample>::entry_bits(logic::Role role, int bit) {
  const bool moves = bit < RockSample::sample;
  int bits = role == logic::Role::contd ? 0 : 1 << bit;
  if (moves && role == logic::Role::contd) bits |= 1 << (kGoOn + bit);
  if (moves && role == logic::Role::init) bits |= 1 << (kInit + bit);
  return static_cast<Entry>(bits);
}

void Situations<RockSample>::fill(const logic::Theory& theory) {
  const logic::Vocabulary words = rocksample_vocabulary(kLanes);
  const logic::CompiledTheory rules(theory, words);
  logic::Facts facts(words);
  const int n = model_->size();
  const int width = 2 * n - 1;
  const int count = static_cast<int>(table_.size());
  for (int first = 0; first < count; first += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const int offset = (first + lane) / kGuesses;
      const int guess = (first + lane) % kGuesses;
      set_rock(facts, lane, offset % width - (n - 1), offset / width - (n - 1), 10 * guess);
    }
    for (const logic::CompiledRule& rule : rules.rules()) {
      const int bit = head_bit(rule);
      const Entry bits = entry_bits(rule.role(), bit);
      std::uint32_t firing = rule.firing_entities(facts);
      for (; firing != 0; firing &= firing - 1) {
        const int lane = std::countr_zero(firing);
        // There is no sampling a rock from elsewhere.
        if (bit == RockSample::sample && facts.value(Symbols<RockSample>::dist, lane) != 0)
          continue;
        table_[static_cast<std::size_t>(first + lane)] |= bits;
      }
    }
  }
}

Action Situations<RockSample>::longest(const RockSample::State& s, const RockSample::Memory& memory,
                                       const Moment&) const {
  Action result = Moment::kNone;
  int most = 0;
  // Not of the checks: a rule that asks for one may go on asking for ever, and the policy that
  // followed it would be worth nothing.
  acts(s, memory, {}).start.for_each([&](Action a) {
    const int steps = length(a, model_->position(s), memory.tens);
    if (steps > most) {
      most = steps;
      result = a;
    }
  });
  return result;
}

// As the event calculus has it: steps until it neither goes on nor starts again.
int Situations<RockSample>::length(Action a, Cell from, const RockSample::Tens& tens) const {
  const int n = model_->size();
  const auto has = [a](const Seen& seen, int shift) { return seen.any >> (shift + a) & 1; };
  if (a >= RockSample::sample || !has(look(from.y * n + from.x, tens), kInit)) return 1;
  for (int steps = 1; steps < horizon_; ++steps) {
    from.x += (a == RockSample::east) - (a == RockSample::west);
    from.y += (a == RockSample::north) - (a == RockSample::south);
    if (from.x < 0 || from.x >= n || from.y < 0 || from.y >= n) return steps;
    const Seen there = look(from.y * n + from.x, tens);
    if (!has(there, kInit) && !has(there, kGoOn)) return steps;
  }
  return horizon_;
}

}  // namespace holdfast
