#include "holdfast/domains/tag/tag_domain.h"

#include <fmt/format.h>

#include <array>

#include "holdfast/domains/tag/scene.h"
#include "holdfast/domains/tag/symbols.h"
#include "holdfast/domains/tag/tag.h"
#include "holdfast/domains/tag/tag_bound.h"
#include "holdfast/play/session.h"

namespace holdfast {

static_assert(MdpBounded<Tag> && DefaultValued<Tag> && Onward<Tag> && Remembered<Tag>);
static_assert(Unobserved<Tag> && RandomWalking<Tag> && Likelihood<Tag> && Bounded<Tag>);
static_assert(Preferring<Tag> && Perturbable<Tag> && Pictured<Tag>);

namespace {

Floor floor_of(const Parameters& p) {
  const int width = p.integer("width", 1, Floor::kMaxCells);
  const int height = p.integer("height", 1, Floor::kMaxCells);
  if (p.choice("map", {"standard", "open"}) == "open") return Floor::open(width, height);
  if (height != 5) {
    throw InputError(fmt::format(
        "tag: height={}, but the standard map is 5 high; set its width, or use map=open", height));
  }
  return Floor::corridor(width);
}

class TagDomain final : public ModelDomain<Tag> {
 public:
  explicit TagDomain(const Spec& spec)
      : parameters_(spec, tag_info().parameters, tag_info().positional),
        name_(parameters_.canonical()),
        step_limit_(parameters_.integer("steps", 1, 100000)),
        discount_(parameters_.real("discount", 0, 0.9999)),
        floor_(floor_of(parameters_)) {}

  const std::string& name() const override { return name_; }
  double discount() const override { return discount_; }
  int action_count() const override { return 5; }
  std::string action_name(Action a) const override {
    static constexpr std::array<const char*, 5> names{"north", "east", "south", "west", "tag"};
    return names.at(static_cast<std::size_t>(a));
  }
  std::string observation_name(Observation o) const override {
    static constexpr std::array<const char*, 2> names{"nothing", "here"};
    return names.at(static_cast<std::size_t>(o));
  }
  int step_limit() const override { return step_limit_; }
  AgentConfig default_config() const override {
    return {.pomcp = {.exploration = 10, .prior_value = 10}};
  }

  std::shared_ptr<const Tag> make_model(std::uint64_t seed) const override {
    Rng rng(seed, Purpose::layout);
    const auto cells = static_cast<std::uint32_t>(floor_.cell_count());
    return std::make_shared<Tag>(floor_, static_cast<int>(rng.below(cells)), discount_);
  }
  std::string layout(std::uint64_t seed) const override {
    const Cell start = floor_.cell(make_model(seed)->start());
    return fmt::format("the robot starts at ({},{})", start.x, start.y);
  }

 private:
  Parameters parameters_;
  std::string name_;
  int step_limit_;
  double discount_;
  Floor floor_;
};

}  // namespace

DomainInfo tag_info() {
  return {"tag",
          "A robot chases an opponent that flees, and sees it only where both are in one cell.",
          {{"map", "standard",
            "standard (a corridor of two rows, with a room of 3x3 in every ten columns) or open "
            "(a rectangle)"},
           {"width", "10", "columns; 10 of the standard map make the published 29 cells"},
           {"height", "5", "rows of an open map; at most 250 cells in all"},
           {"discount", "0.95", "discount factor"},
           {"steps", "90", "episodes are cut off after this many steps"}},
          {"map", "width", "height"},
          [](const Spec& spec) -> std::unique_ptr<Domain> {
            return std::make_unique<TagDomain>(spec);
          }};
}

}  // namespace holdfast
