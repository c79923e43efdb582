// Models and words for them: read, made ground within small limits, and used as a domain does.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "fuzz/targets.h"
#include "holdfast/base/error.h"
#include "holdfast/logic/theory.h"
#include "holdfast/rddl/conditioner.h"
#include "holdfast/rddl/derive_words.h"
#include "holdfast/rddl/features.h"
#include "holdfast/rddl/generator.h"
#include "holdfast/rddl/parser.h"
#include "holdfast/rddl/projection.h"
#include "holdfast/rddl/relaxation.h"
#include "holdfast/rddl/reward_range.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::fuzz {
namespace {

namespace r = holdfast::rddl;

// What all words say of a state, and of chances that are one half.
void say_all(const r::ModelWords& words, const std::uint64_t* state) {
  const std::vector<float> chances(static_cast<std::size_t>(words.filter.hidden_count()), 0.5F);
  const r::WordTable::Slots slots = words.table.find(state, chances.data());
  for (const auto* all : {&words.table.words, &words.table.whole_words}) {
    const std::size_t expected = all == &words.table.words ? words.table.entities.size() : 1;
    for (const r::DerivedWord& word : *all) {
      if (word.values.size() != expected) std::abort();
      for (const r::Source& source : word.values) {
        words.table.value(source, {state, chances.data(), slots.data()});
      }
    }
  }
}

// A state and the next one, for some steps.
void play(const std::shared_ptr<const r::Interpreter>& interpreter, const r::BitFilter& filter) {
  const r::Conditioner conditioner{r::Engine(interpreter)};
  std::vector<std::uint64_t> words = interpreter->initial();
  const std::size_t n = words.size();
  words.resize(2 * n);
  std::uint64_t* next = words.data() + n;
  std::vector<std::uint64_t> seen(static_cast<std::size_t>(interpreter->observation_words()));
  std::vector<float> chances(static_cast<std::size_t>(filter.hidden_count()), 0.5F);
  Rng rng(1);
  for (int step = 0; step < 20; ++step) {
    const int a = step % interpreter->action_count();
    interpreter->is_legal(words.data(), a);
    interpreter->move(words.data(), a, rng);
    interpreter->observe(words.data(), a, seen.data(), rng);
    if (!(interpreter->likelihood(words.data(), a, seen.data()) > 0)) std::abort();
    filter.update(words.data(), next, chances, a, seen.data());
    conditioner.move(words.data(), a, seen.data(), rng);
    std::copy_n(next, n, words.data());
  }
}

void value(const std::shared_ptr<const r::Interpreter>& interpreter) {
  constexpr int kSteps = 4;
  const std::uint64_t* start = interpreter->initial().data();
  for (const auto costs : {r::Relaxation::Costs::none, r::Relaxation::Costs::added}) {
    r::Relaxation(interpreter->shared_model(), costs).value(start, kSteps);
  }
  r::Projection(interpreter, {.states = 64, .outcomes = 16}).value(start, kSteps);
}

}  // namespace

void rddl(std::string_view bytes) {
  if (bytes.size() > 8000) return;
  r::Blocks blocks;
  r::parse_blocks(bytes, "model.rddl", blocks);
  const r::Limits limits{.formula_visits = 20000, .state_bits = 200, .joint_actions = 200};
  const auto model =
      std::make_shared<const r::GroundModel>(r::ground(resolve(std::move(blocks)), limits));
  r::reward_range(*model);
  r::generate(*model);
  const r::ModelWords words(model);
  const auto interpreter = std::make_shared<const r::Interpreter>(model);
  say_all(words, interpreter->initial().data());
  try {
    play(interpreter, words.filter);
    value(interpreter);
  } catch (const Error&) {
    // A chance or a reward that is none is found when it is drawn.
  }
}

// Words of a user for a model of cells and doors.
void features(std::string_view bytes) {
  static const auto model = std::make_shared<const r::GroundModel>(r::ground(
      r::TestModel{.fluents = "at(cell) : { state-fluent, bool, default = false };"
                              "is-open(door) : { state-fluent, bool, default = false };"
                              "DOOR-AT(door,cell) : { non-fluent, bool, default = false };"
                              "COST(door) : { non-fluent, real, default = 1.0 };"
                              "go : { action-fluent, bool, default = false };"
                              "see(door) : { observ-fluent, bool };",
                   .cpfs = "at'(?c) = if (go) then exists_{?b : cell} (NEXT(?b,?c) ^ at(?b)) else "
                           "at(?c); is-open'(?d) = Bernoulli(0.5);"
                           "see(?d) = if (is-open'(?d)) then Bernoulli(0.9) else Bernoulli(0.1);",
                   .values = "NEXT(c1,c2); NEXT(c2,c3); DOOR-AT(d1,c1); DOOR-AT(d2,c3);"
                             "COST(d1) = 1e300; COST(d2) = 7.5;",
                   .initial = "at(c2);"}
          .program()));
  r::ModelWords words(model);
  r::add_features(logic::parse_theory(bytes, "features.lp"), words.filter, words.table);
  const std::uint64_t state = 0b010;
  say_all(words, &state);
}

}  // namespace holdfast::fuzz
