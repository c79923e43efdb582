#include "holdfast/domains/pocman/pocman_domain.h"

#include <fmt/format.h>

#include <array>

#include "holdfast/domains/pocman/pocman.h"
#include "holdfast/domains/pocman/pocman_bound.h"
#include "holdfast/domains/pocman/pocman_scene.h"
#include "holdfast/domains/pocman/symbols.h"
#include "holdfast/play/session.h"

namespace holdfast {

static_assert(Pictured<Pocman>);
static_assert(MdpBounded<Pocman>);

namespace {

// Maps go by name or by size.
std::string map_name(const std::string& word) {
  if (word == "7x7") return "micro";
  if (word == "10x10") return "small";
  if (word == "17x19") return "full";
  return std::string(maze_drawing(word).name);
}

std::string pill_count(const std::string& word, const std::string& map, bool silver) {
  const bool usual = map == "full" && silver;
  if (word == "off" || (word == "auto" && !usual)) return "0";
  if (word == "on" || word == "auto") {
    return fmt::format("{}", Maze::size(Maze(maze_drawing(map)).pill_cells()));
  }
  return word;
}

// What the map and the rewards decide is filled in, so that the canonical name says everything.
Parameters resolve(const Spec& spec) {
  const std::vector<ParameterInfo> known = pocman_info().parameters;
  const Parameters given(spec, known, pocman_info().positional);
  const bool silver = given.choice("rewards", {"paper", "silver"}) == "silver";
  const std::string map = map_name(given.text("map"));
  Spec full{spec.name, {}};
  for (const ParameterInfo& info : known) {
    std::string value = given.text(info.name);
    if (info.name == "map") value = map;
    if (info.name == "pills") value = pill_count(value, map, silver);
    if (info.name == "ghosts" && value == "auto") {
      value = fmt::format("{}", maze_drawing(map).ghosts);
    }
    full.arguments.emplace_back(info.name, value);
  }
  return Parameters(full, known);
}

PocmanOptions options(const Parameters& p) {
  return {
      .ghosts = p.integer("ghosts", 0, Pocman::kMaxGhosts),
      .chase = p.real("chase", 0, 1),
      .food = p.real("food", 0.01, 1),
      .rewards = p.text("rewards") == "silver" ? PocmanRewards::silver() : PocmanRewards::paper(),
      .pills = p.integer("pills", 0, 4),
      .discount = p.real("discount", 0, 0.9999)};
}

class PocmanDomain final : public ModelDomain<Pocman> {
 public:
  explicit PocmanDomain(const Spec& spec)
      : parameters_(resolve(spec)),
        name_(parameters_.canonical()),
        step_limit_(parameters_.integer("steps", 1, 100000)),
        model_(std::make_shared<Pocman>(maze_drawing(parameters_.text("map")),
                                        options(parameters_))) {}

  const std::string& name() const override { return name_; }
  double discount() const override { return model_->discount(); }
  int action_count() const override { return model_->action_count(); }
  std::string action_name(Action a) const override {
    static constexpr std::array<const char*, 4> names{"north", "east", "south", "west"};
    return names.at(static_cast<std::size_t>(a));
  }
  std::string observation_name(Observation o) const override;
  int step_limit() const override { return step_limit_; }
  AgentConfig default_config() const override {
    return {.pomcp = {.exploration = 100}, .despot = {.scenarios = 100}};
  }
  // His default action walks into walls, so DESPOT is weak without advice.
  std::string teacher() const override { return "pomcp"; }
  std::shared_ptr<const Pocman> make_model(std::uint64_t) const override { return model_; }

 private:
  Parameters parameters_;
  std::string name_;
  int step_limit_;
  std::shared_ptr<const Pocman> model_;
};

// For example "ghost N, open NS, food": what is perceived, and where.
std::string PocmanDomain::observation_name(Observation o) const {
  const auto directions = [](int bits) {
    std::string text;
    for (int d = 0; d < 4; ++d) {
      if (bits >> d & 1) text += "NESW"[d];
    }
    return text;
  };
  std::string text = "open " + directions(o >> 4 & 15);
  if (o & Pocman::sees) text = "ghost " + directions(o & Pocman::sees) + ", " + text;
  if (o & Pocman::hears) text += ", ghost heard";
  if (o & Pocman::smells) text += ", food smelt";
  return text;
}

}  // namespace

DomainInfo pocman_info() {
  return {"pocman",
          "Pac-Man in a known maze eats food he cannot see from afar and avoids ghosts he seldom "
          "sees.",
          {{"map", "small", "micro, small or full (also 7x7, 10x10, 17x19)"},
           {"ghosts", "auto", "number of ghosts, 0 to 8; auto: 1 on micro, 2 on small, 4 on full"},
           {"chase", "0.75", "probability that a near ghost chases"},
           {"food", "0.5", "probability that a food cell holds a pellet, 0.01 to 1"},
           {"rewards", "paper",
            "paper (food +1, wall -100) or silver (food +10, wall -25); both: step -1, eaten -100, "
            "cleared +1000"},
           {"pills", "auto",
            "power pills: off, on, or 0 to 4 on the full map; auto: 4 on full with silver's "
            "rewards, else off"},
           {"discount", "0.95", "discount factor"},
           {"steps", "1000", "episodes are cut off after this many steps"}},
          {"map"},
          [](const Spec& spec) -> std::unique_ptr<Domain> {
            return std::make_unique<PocmanDomain>(spec);
          }};
}

}  // namespace holdfast
