#include "holdfast/domains/rocksample/rocksample_domain.h"

#include <fmt/format.h>

#include <array>

#include "holdfast/domains/rocksample/layouts.h"
#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/domains/session.h"

namespace holdfast {
namespace {

class RockSampleDomain final : public ModelDomain<RockSample> {
 public:
  explicit RockSampleDomain(const Spec& spec)
      : parameters_(spec, rocksample_info().parameters, rocksample_info().positional),
        name_(parameters_.canonical()),
        size_(parameters_.integer("size", 1, RockSample::kMaxSize)),
        rocks_(parameters_.integer("rocks", 0, RockSample::kMaxRocks)),
        half_distance_(parameters_.real("half_distance", 1e-3, 1e6)),
        discount_(parameters_.real("discount", 0, 0.9999)),
        step_limit_(parameters_.integer("steps", 1, 100000)),
        fixed_(fixed_layout()) {
    if (rocks_ > size_ * size_) {
      throw InputError(
          fmt::format("rocksample: rocks={} do not fit on {} cells; use fewer rocks "
                      "or a larger size",
                      rocks_, size_ * size_));
    }
  }

  const std::string& name() const override { return name_; }
  double discount() const override { return discount_; }
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
    Rng rng(seed, Purpose::layout);
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
    return std::make_shared<RockSample>(size_, rocks, start, half_distance_, discount_);
  }

  // Null where rocks are drawn from the seed.
  const RockSampleLayout* fixed_layout() const {
    const std::string layout =
        parameters_.choice("layout", {"auto", "random", "literature", "meli"});
    if (layout == "random") return nullptr;
    const RockSampleLayout* found =
        layout == "meli" ? meli_layout(size_, rocks_) : literature_layout(size_, rocks_);
    if (!found && layout != "auto") {
      throw InputError(fmt::format(
          "rocksample: layout={} has no layout for size={}, rocks={}; literature has (7,8) and "
          "(11,11), meli has (12,4), (12,8) and (15,8)",
          layout, size_, rocks_));
    }
    return found;
  }

  Parameters parameters_;
  std::string name_;
  int size_;
  int rocks_;
  double half_distance_;
  double discount_;
  int step_limit_;
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
        "random (per episode, from the seed), literature, meli; auto: literature if there is one"},
       {"half_distance", "20", "distance at which the sensor has lost half its strength"},
       {"discount", "0.95", "discount factor"},
       {"steps", "90", "episodes are cut off after this many steps"}},
      {"size", "rocks"},
      [](const Spec& spec) -> std::unique_ptr<Domain> {
        return std::make_unique<RockSampleDomain>(spec);
      }};
}

}  // namespace holdfast
