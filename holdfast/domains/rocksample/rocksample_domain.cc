#include "holdfast/domains/rocksample/rocksample_domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "holdfast/domains/rocksample/layouts.h"
#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/domains/rocksample/rocksample_bound.h"
#include "holdfast/domains/rocksample/rocksample_expert.h"
#include "holdfast/domains/rocksample/rocksample_scene.h"
#include "holdfast/domains/rocksample/symbols.h"
#include "holdfast/play/session.h"

namespace holdfast {

static_assert(Pictured<RockSample>);
static_assert(Looking<RockSample> && MdpBounded<RockSample> && DefaultValued<RockSample> &&
              Expert<RockSample>);

namespace {

class RockSampleDomain final : public ModelDomain<RockSample> {
 public:
  explicit RockSampleDomain(const Spec& spec)
      : parameters_(spec, rocksample_info().parameters, rocksample_info().positional),
        name_(parameters_.canonical()),
        size_(parameters_.integer("size", 1, RockSample::kMaxSize)),
        rocks_(parameters_.integer("rocks", 0, RockSample::kMaxRocks)),
        rules_{.half_distance = parameters_.real("half_distance", 1e-3, 1e6),
               .discount = parameters_.real("discount", 0, 0.9999),
               .good_reward = parameters_.integer("good", 0, 1000),
               .illegal_reward = parameters_.integer("illegal", -1000, 0)},
        step_limit_(parameters_.integer("steps", 1, 100000)),
        layout_seed_(layout_seed()),
        fixed_(fixed_layout()) {
    if (rocks_ > size_ * size_) {
      throw InputError(
          fmt::format("rocksample: rocks={} do not fit on {} cells; use fewer rocks "
                      "or a larger size",
                      rocks_, size_ * size_));
    }
  }

  const std::string& name() const override { return name_; }
  double discount() const override { return rules_.discount; }
  int action_count() const override { return RockSample::check + rocks_; }
  std::string action_name(Action a) const override {
    static constexpr std::array<const char*, 5> names{"north", "east", "south", "west", "sample"};
    if (a >= RockSample::check) return fmt::format("check({})", a - RockSample::check);
    return names.at(static_cast<std::size_t>(a));
  }
  std::string observation_name(Observation o) const override {
    static constexpr std::array<const char*, 3> names{"none", "good", "bad"};
    return names.at(static_cast<std::size_t>(o));
  }
  int step_limit() const override { return step_limit_; }
  AgentConfig default_config() const override { return {}; }

  std::shared_ptr<const RockSample> make_model(std::uint64_t seed) const override {
    if (fixed_) return make(fixed_->rocks, fixed_->start);
    Rng rng(layout_seed_.value_or(seed), Purpose::layout);
    return make(RockSample::random_rocks(size_, rocks_, rng), {0, size_ / 2});
  }

  std::string layout(std::uint64_t seed) const override {
    const std::shared_ptr<const RockSample> model = make_model(seed);
    std::string text = fmt::format("start ({},{}), rocks", model->start().x, model->start().y);
    for (const Cell rock : model->rocks()) text += fmt::format(" ({},{})", rock.x, rock.y);
    return text;
  }

 private:
  std::shared_ptr<const RockSample> make(const std::vector<Cell>& rocks, Cell start) const {
    return std::make_shared<RockSample>(size_, rocks, start, rules_);
  }

  // The number that layout=17 gives.
  std::optional<std::uint64_t> layout_seed() const {
    const std::string& text = parameters_.text("layout");
    if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) {
          return std::isdigit(static_cast<unsigned char>(c)) != 0;
        })) {
      return std::nullopt;
    }
    return static_cast<std::uint64_t>(parameters_.integer("layout", 0, 1000000000));
  }

  // Null where rocks are drawn from a seed.
  const RockSampleLayout* fixed_layout() const {
    if (layout_seed_) return nullptr;
    const std::string layout =
        parameters_.choice("layout", {"auto", "random", "literature", "meli", "subramanian"});
    if (layout == "random") return nullptr;
    const RockSampleLayout* found = layout == "meli"          ? meli_layout(size_, rocks_)
                                    : layout == "subramanian" ? subramanian_layout(size_, rocks_)
                                                              : literature_layout(size_, rocks_);
    if (!found && layout != "auto") {
      throw InputError(fmt::format(
          "rocksample: layout={} has no layout for size={}, rocks={}; literature has (7,8) and "
          "(11,11), meli has (12,4), (12,8) and (15,8), subramanian has (5,3)",
          layout, size_, rocks_));
    }
    return found;
  }

  Parameters parameters_;
  std::string name_;
  int size_;
  int rocks_;
  RockSampleRules rules_;
  int step_limit_;
  std::optional<std::uint64_t> layout_seed_;
  const RockSampleLayout* fixed_;
};

}  // namespace

DomainInfo rocksample_info() {
  return {
      "rocksample",
      "A rover checks and samples rocks of unknown value on a grid and leaves to the east.",
      {{"size", "7", "side of the grid, 1 to 100"},
       {"rocks", "8", "number of rocks, 0 to 32"},
       {"layout", "auto",
        "random (per episode, from the seed), literature, meli, subramanian, or a number: drawn "
        "once "
        "from it, for all episodes; auto: literature if there is one, else random"},
       {"half_distance", "20", "distance at which the sensor has lost half its strength"},
       {"discount", "0.95", "discount factor"},
       {"good", "10", "reward for sampling a good rock"},
       {"illegal", "-100", "reward for leaving elsewhere than in the east, or sampling no rock"},
       {"steps", "90", "episodes are cut off after this many steps"}},
      {"size", "rocks"},
      [](const Spec& spec) -> std::unique_ptr<Domain> {
        return std::make_unique<RockSampleDomain>(spec);
      }};
}

}  // namespace holdfast
