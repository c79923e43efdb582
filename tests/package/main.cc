// A domain of one's own, planned with the installed headers: a coin that one may take or leave.
#include <cstdio>
#include <memory>

#include "holdfast/plan/pomcp_agent.h"

struct Coin {
  struct State {
    bool done = false;
  };
  double discount() const { return 0.9; }
  int action_count() const { return 2; }
  int observation_count() const { return 1; }
  State sample_initial(holdfast::Rng&) const { return {}; }
  bool is_terminal(const State& s) const { return s.done; }
  holdfast::ActionSet legal_actions(const State&) const { return holdfast::ActionSet::first(2); }
  holdfast::Outcome step(State& s, holdfast::Action a, holdfast::Rng&) const {
    if (s.done) return {0, 0, true};
    s.done = true;
    return {0, a == 1 ? 5.0 : 1.0, true};
  }
};

int main() {
  holdfast::PomcpAgent<Coin, holdfast::PureGuide> agent(std::make_shared<const Coin>(), 1,
                                                        {.simulations = 100}, {});
  const holdfast::Decision decision = agent.decide();
  std::printf("take %d for %.1f\n", decision.action, decision.value);
  return decision.action == 1 && decision.value > 4.9 ? 0 : 1;
}
