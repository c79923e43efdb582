// Planning for a world that Holdfast does not simulate: somebody else acts and listens, the agent
// is told. Here the "robot" is a few lines that hide a tiger; a real one would move its wheels.
//
//   outside_world models/classic/tiger.pomdp
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"

namespace {

// What is not known to the agent: the tiger is on the left, and two roars of ten mislead.
int hear(int step) { return step % 5 == 3 ? 1 : 0; }

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: outside_world tiger.pomdp\n");
    return 2;
  }
  try {
    const auto domain = holdfast::make_domain("file(" + std::string(argv[1]) + ")");
    const auto config = holdfast::configure(*domain, {{"planner", "despot"}, {"scenarios", "100"}});
    const std::unique_ptr<holdfast::OnlineAgent> agent = domain->start_online(1, config);
    constexpr holdfast::Action kListen = 0;
    for (int step = 0; step < 20; ++step) {
      const holdfast::Decision decision = agent->decide();
      std::printf("%s (worth %.1f)\n", domain->action_name(decision.action).c_str(),
                  decision.value);
      if (decision.action != kListen) return 0;
      agent->observe(decision.action, hear(step));
    }
    return 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "outside_world: %s\n", e.what());
    return 2;
  }
}
