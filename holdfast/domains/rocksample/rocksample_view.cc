// Pictures of RockSample: for a terminal and for replays.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/play/session.h"

namespace holdfast {
namespace {

// Believed probability that each rock is good.
std::vector<double> guesses(const RockSample& model, const ParticleBelief<RockSample>* belief) {
  std::vector<double> result(static_cast<std::size_t>(model.rock_count()), 0.5);
  if (!belief) return result;
  for (std::size_t r = 0; r < result.size(); ++r) {
    double good = 0;
    for (const RockSample::State& s : belief->particles()) good += s.good >> r & 1;
    result[r] = good / static_cast<double>(belief->size());
  }
  return result;
}

char rock_letter(std::size_t r) { return static_cast<char>(r < 26 ? 'a' + r : 'A' + (r - 26)); }

}  // namespace

// The grid with north up; '@' is the rover, letters are rocks, and their believed and true value
// stands beside the grid.
template <>
std::string View<RockSample>::draw(const RockSample& model, const RockSample::State& world,
                                   const ParticleBelief<RockSample>* belief) {
  const std::vector<double> guess = guesses(model, belief);
  const Cell rover = model.position(world);
  std::string picture;
  for (int y = model.size() - 1; y >= 0; --y) {
    for (int x = 0; x < model.size(); ++x) {
      char c = '.';
      for (std::size_t r = 0; r < guess.size(); ++r) {
        if (model.rocks()[r] == Cell{x, y}) c = rock_letter(r);
      }
      if (!model.is_terminal(world) && rover == Cell{x, y}) c = '@';
      picture += fmt::format("{} ", c);
    }
    const auto r = static_cast<std::size_t>(model.size() - 1 - y);
    if (r < guess.size()) {
      picture += fmt::format("   {} (rock {}): believed good {:3.0f} %, is {}", rock_letter(r), r,
                             100 * guess[r], world.good >> r & 1 ? "good" : "bad");
    }
    picture += '\n';
  }
  for (std::size_t r = static_cast<std::size_t>(model.size()); r < guess.size(); ++r) {
    picture +=
        fmt::format("{:{}}   {} (rock {}): believed good {:3.0f} %, is {}\n", "", 2 * model.size(),
                    rock_letter(r), r, 100 * guess[r], world.good >> r & 1 ? "good" : "bad");
  }
  return picture;
}

template <>
nlohmann::json View<RockSample>::frame(const RockSample& model, const RockSample::State& world,
                                       const ParticleBelief<RockSample>* belief) {
  const std::vector<double> guess = guesses(model, belief);
  nlohmann::json rocks = nlohmann::json::array();
  for (std::size_t r = 0; r < guess.size(); ++r) {
    const Cell c = model.rocks()[r];
    rocks.push_back(
        {{"x", c.x}, {"y", c.y}, {"good", (world.good >> r & 1) != 0}, {"believed", guess[r]}});
  }
  nlohmann::json frame{{"kind", "rocksample"}, {"size", model.size()}, {"rocks", std::move(rocks)}};
  if (!model.is_terminal(world)) {
    const Cell rover = model.position(world);
    frame["agent"] = {{"x", rover.x}, {"y", rover.y}};
  }
  return frame;
}

}  // namespace holdfast
