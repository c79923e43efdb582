#include "holdfast/domains/rocksample/symbols.h"

#include <array>
#include <cstdlib>

#include "holdfast/macro/shipped.h"

namespace holdfast {
namespace {

using Column = Symbols<RockSample>::Column;

// Adds `by` to every value that there is.
void shift(logic::Column& column, int by) {
  for (std::int16_t& value : column.lanes) {
    value = static_cast<std::int16_t>(value == logic::Column::kAbsent ? value : value + by);
  }
}

void update_distances(logic::Facts& facts) {
  const logic::Column& xs = facts.column(Column::delta_x);
  const logic::Column& ys = facts.column(Column::delta_y);
  logic::Column& distances = facts.column(Column::dist);
  for (std::size_t r = 0; r < xs.lanes.size(); ++r) {
    const std::int16_t x = xs.lanes[r];
    const std::int16_t y = ys.lanes[r];
    const bool known = x != logic::Column::kAbsent && y != logic::Column::kAbsent;
    distances.lanes[r] =
        static_cast<std::int16_t>(known ? std::abs(x) + std::abs(y) : logic::Column::kAbsent);
  }
}

// How many particles say of each rock that it is good; each particle is visited once.
std::array<int, RockSample::kMaxRocks> count_good(std::span<const RockSample::State> particles) {
  std::array<int, RockSample::kMaxRocks> counts{};
  for (const RockSample::State& s : particles) {
    for (std::size_t r = 0; r < counts.size(); ++r) {
      counts[r] += static_cast<int>(s.good >> r & 1);
    }
  }
  return counts;
}

}  // namespace

logic::Vocabulary rocksample_vocabulary(int rocks) {
  return {logic::numbered_entities(rocks),
          {{"dist"}, {"delta_x"}, {"delta_y"}, {"guess"}},
          {{"north"}, {"east"}, {"south"}, {"west"}, {"sample", true}, {"check", true}}};
}

bool RockSampleEffects::advance(logic::Facts& facts, int ground_action, int) const {
  switch (ground_action) {
    case RockSample::north:
      shift(facts.column(Column::delta_y), -1);
      break;
    case RockSample::east:
      shift(facts.column(Column::delta_x), -1);
      break;
    case RockSample::south:
      shift(facts.column(Column::delta_y), 1);
      break;
    case RockSample::west:
      shift(facts.column(Column::delta_x), 1);
      break;
    default:
      return false;
  }
  update_distances(facts);
  return true;
}

std::string_view RockSampleEffects::rules() const { return shipped_text("rocksample/effects"); }

void set_rock(logic::Facts& facts, int rock, int delta_x, int delta_y, int guess) {
  facts.set(Column::dist, rock, std::abs(delta_x) + std::abs(delta_y));
  facts.set(Column::delta_x, rock, delta_x);
  facts.set(Column::delta_y, rock, delta_y);
  facts.set(Column::guess, rock, guess);
}

Symbols<RockSample>::Symbols(const RockSample& model)
    : model_(&model), vocabulary_(rocksample_vocabulary(model.rock_count())), facts_(vocabulary_) {}

void Symbols<RockSample>::update(const ParticleBelief<RockSample>& belief) {
  const auto counts = count_good(belief.particles());
  // The rover's place is known: it is the same in all particles.
  const Cell rover = model_->position(belief.particles().front());
  const auto total = static_cast<std::int64_t>(belief.size());
  for (int r = 0; r < model_->rock_count(); ++r) {
    const Cell rock = model_->rocks()[static_cast<std::size_t>(r)];
    const auto tens = static_cast<int>(10 * counts[static_cast<std::size_t>(r)] / total);
    set_rock(facts_, r, rock.x - rover.x, rock.y - rover.y, 10 * tens);
  }
}

// Ground actions are the four moves, sample(0), ..., check(0), ...
Action Symbols<RockSample>::action_of(int ground_action) const {
  if (ground_action < RockSample::sample) return ground_action;
  const int rock = ground_action - RockSample::sample;
  const bool checks = rock >= model_->rock_count();
  return checks ? RockSample::check + rock - model_->rock_count() : RockSample::sample;
}

bool Symbols<RockSample>::possible(int ground_action, const logic::Facts& facts) const {
  return action_of(ground_action) != RockSample::sample ||
         facts.value(dist, ground_action - RockSample::sample) == 0;
}

std::optional<int> Symbols<RockSample>::ground_action(Action action,
                                                      const logic::Facts& facts) const {
  if (action < RockSample::sample) return action;
  if (action >= RockSample::check)
    return action - RockSample::check + RockSample::sample + model_->rock_count();
  for (int r = 0; r < model_->rock_count(); ++r) {
    if (facts.value(dist, r) == 0) return RockSample::sample + r;
  }
  return std::nullopt;
}

}  // namespace holdfast
