// Requests to the studio, one a line, as a page would send them.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "fuzz/targets.h"
#include "holdfast/studio/studio.h"

namespace holdfast::fuzz {
namespace {

// Whatever is asked, the page gets an object; and what went wrong is said in words for people, or
// in those of the request.
void check(const std::string& request, const std::string& reply) {
  const nlohmann::json read = nlohmann::json::parse(reply, nullptr, false);
  if (!read.is_object()) std::abort();
  if (!read.contains("error")) return;
  for (const char* inside : {"json.exception", "std::", "basic_string", "vector::", "map::at"}) {
    const bool asked = request.find(inside) != std::string::npos;
    if (!asked && reply.find(inside) != std::string::npos) std::abort();
  }
}

}  // namespace

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
    check(line, served.answer_text(line));
  }
}

}  // namespace holdfast::fuzz
