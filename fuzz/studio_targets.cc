// Requests to the studio, one a line, as a page would send them.
#include <sstream>
#include <string>

#include "fuzz/targets.h"
#include "holdfast/studio/studio.h"

namespace holdfast::fuzz {

void studio(std::string_view bytes) {
  constexpr int kMostRequests = 8;
  // Small enough for many inputs a second; nothing is saved.
  studio::Studio served({.domain = "tiger",
                         .limits = {.simulations = 64,
                                    .seconds = 0.01,
                                    .episodes = 2,
                                    .learning = 0.05,
                                    .playthroughs = 2}});
  std::istringstream stream{std::string(bytes)};
  int count = 0;
  for (std::string line; count < kMostRequests && std::getline(stream, line); ++count) {
    served.answer_text(line);
  }
}

}  // namespace holdfast::fuzz
