// What a search of many simulations finds out beyond its guide (PomcpOptions::kAmple).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stop_token>

#include "holdfast/plan/pomcp.h"

namespace holdfast {
namespace {

constexpr std::int64_t kTooFew = PomcpOptions::kAmple - 64, kEnough = PomcpOptions::kAmple;
const PomcpOptions kListens{
    .exploration = 1, .prior_count = 2, .prior_value = 1, .prior_fades = true, .urgency = 0.3};

// Action 0 ends it for 1; whoever goes aside four times in a row has 10.
struct Detour {
  enum : Action { out, aside };
  struct State {
    int steps = 0;
    bool over = false;
  };

  std::stop_source* stop = nullptr;  // asked to stop when so many ways were gone to their end
  mutable std::int64_t ends_left = std::numeric_limits<std::int64_t>::max();

  double discount() const { return 0.9; }
  int action_count() const { return 2; }
  int observation_count() const { return 1; }
  State sample_initial(Rng&) const { return {}; }
  bool is_terminal(const State& s) const { return s.over; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(2); }
  Outcome step(State& s, Action a, Rng&) const {
    if (s.over) return {0, 0, true};
    s.steps += a == aside ? 1 : 0;
    const bool found = s.steps == 4;
    s.over = a == out || found;
    if (s.over && --ends_left <= 0 && stop != nullptr) stop->request_stop();
    return {0, found ? 10.0 : a == out ? 1.0 : 0.0, s.over};
  }
};

// Out, always.
struct Leaving {
  template <class>
  static constexpr bool kUsesMemory = false;

  ActionSet suggested(const Detour&, const Detour::State&, const NoMemory&, const Moment&) const {
    return ActionSet::of(Detour::out);
  }
  Action rollout_action(const Detour&, const Detour::State&, const NoMemory&, const Moment&,
                        Rng&) const {
    return Detour::out;
  }
};

// It refers to the model.
class Searching {
 public:
  explicit Searching(const Detour& model, const PomcpOptions& options = kListens)
      : belief_(std::make_shared<const Detour>(model), 1, rng_), search_(model, options) {}

  void run(std::int64_t simulations, const SearchEnd& end = SearchEnd::Clock::time_point::max()) {
    search_.search(belief_, guide_, simulations, end, rng_);
  }
  double value(Action a) const {
    return static_cast<double>(search_.tree().value(SearchTree::kRoot, a));
  }
  const Pomcp<Detour, Leaving>& search() const { return search_; }

 private:
  Rng rng_{1};
  ParticleBelief<Detour> belief_;
  Pomcp<Detour, Leaving> search_;
  Leaving guide_;
};

TEST(AmpleSearch, GoesOnWithWhatTheGuideDoesNotSuggest) {
  const Detour model;
  Searching few(model);
  few.run(kTooFew);
  // Tried, and left at once: out one step later.
  EXPECT_NEAR(few.value(Detour::aside), 0.9, 1e-5);
  EXPECT_GT(few.value(Detour::out), few.value(Detour::aside));

  Searching many(model);
  many.run(kEnough);
  EXPECT_GT(many.value(Detour::aside), 5);
  EXPECT_LE(many.value(Detour::aside), 10 * std::pow(0.9, 3));
}

TEST(AmpleSearch, WithoutUrgencyWhatIsUntriedComesFirstAnyway) {
  PomcpOptions options = kListens;
  options.urgency = 0;
  const Detour model;
  Searching few(model, options);
  few.run(kTooFew);
  EXPECT_GT(few.value(Detour::aside), 5);
}

// By time it goes by the search before.
TEST(AmpleSearch, ByTimeIsOneAfterASearchOfManySimulations) {
  constexpr auto kByTime = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t before : {kTooFew, kEnough}) {
    std::stop_source first, second;
    Detour model{&first, before};
    PomcpOptions options = kListens;
    options.reuse_tree = false;
    Searching searching(model, options);
    // One after the other on the same model; each ends at one of the next looks at the clock.
    searching.run(kByTime, {SearchEnd::Clock::time_point::max(), first.get_token()});
    EXPECT_LT(searching.search().simulations(), before + 64);
    EXPECT_LT(searching.value(Detour::aside), 1);
    model.stop = &second;
    model.ends_left = kEnough;
    searching.run(kByTime, {SearchEnd::Clock::time_point::max(), second.get_token()});
    EXPECT_EQ(searching.value(Detour::aside) > 5, before == kEnough) << before;
  }
}

// Every way to the end of a hallway is worth the same, by the plain discount.
struct Hallway {
  struct State {
    int at = 0;
  };

  double discount() const { return 0.9; }
  int action_count() const { return 2; }
  int observation_count() const { return 1; }
  State sample_initial(Rng&) const { return {}; }
  bool is_terminal(const State& s) const { return s.at >= 30; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(2); }
  Outcome step(State& s, Action, Rng&) const {
    if (is_terminal(s)) return {0, 0, true};
    ++s.at;
    return {0, is_terminal(s) ? 100.0 : 0.0, is_terminal(s)};
  }
};

struct Strolling {
  template <class>
  static constexpr bool kUsesMemory = false;

  ActionSet suggested(const Hallway&, const Hallway::State&, const NoMemory&, const Moment&) const {
    return {};
  }
  Action rollout_action(const Hallway&, const Hallway::State&, const NoMemory&, const Moment&,
                        Rng&) const {
    return 0;
  }
};

template <class G>
double value_by(std::int64_t simulations, double ample_decay = 1) {
  const Hallway model;
  Rng rng(1);
  const ParticleBelief<Hallway> belief(std::make_shared<const Hallway>(model), 1, rng);
  Pomcp<Hallway, G> search(model, {.rollout_decay = 0.99, .ample_decay = ample_decay});
  G guide;
  search.search(belief, guide, simulations, SearchEnd::Clock::time_point::max(), rng);
  return static_cast<double>(search.tree().value(SearchTree::kRoot, 0));
}

TEST(AmpleSearch, DoesNotDecayItsGuidesRollouts) {
  const double plain = 100 * std::pow(0.9, 29);
  EXPECT_NEAR(value_by<Strolling>(kEnough), plain, 1e-3);
  EXPECT_LT(value_by<Strolling>(kEnough, 0.99), 0.95 * plain);
  EXPECT_LT(value_by<Strolling>(kTooFew), 0.95 * plain);
  // Uniform ones earn by chance what is near, however many there are.
  EXPECT_LT(value_by<PureGuide>(kEnough), 0.95 * plain);
}

// By a small c it stays with the first way that it found.
TEST(AmpleSearch, HasACOfItsOwn) {
  const Detour model;
  const auto gone_aside = [&](std::int64_t simulations, double ample_exploration) {
    PomcpOptions options = kListens;
    options.urgency = 0;
    options.exploration = 0.1;
    options.ample_exploration = ample_exploration;
    Searching searching(model, options);
    searching.run(simulations);
    return searching.search().tree().count(SearchTree::kRoot, Detour::aside);
  };
  EXPECT_LT(gone_aside(kEnough, 0), 100);
  EXPECT_GT(gone_aside(kEnough, 10), 1000);
  EXPECT_LT(gone_aside(kTooFew, 10), 100);
}

}  // namespace
}  // namespace holdfast
