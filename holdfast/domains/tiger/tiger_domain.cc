#include "holdfast/domains/tiger/tiger_domain.h"

#include <fmt/format.h>

#include <array>
#include <functional>

#include "holdfast/domains/tiger/tiger.h"
#include "holdfast/domains/tiger/tiger_exact.h"
#include "holdfast/play/session.h"

namespace holdfast {

template <>
struct Picture<Tiger> {
  static Scene scene(const Tiger&, const Tiger::State& world, const ParticleBelief<Tiger>* belief) {
    const auto right = [](const Tiger::State& s) { return s.tiger_right != 0; };
    Scene scene;
    scene.chance({"the tiger is left", believed(belief, std::not_fn(right)), !right(world)});
    scene.chance({"the tiger is right", believed(belief, right), right(world)});
    return scene;
  }
};
static_assert(Pictured<Tiger>);

namespace {

class TigerDomain final : public ModelDomain<Tiger> {
 public:
  explicit TigerDomain(const Spec& spec)
      : parameters_(spec, tiger_info().parameters),
        name_(parameters_.canonical()),
        model_(std::make_shared<Tiger>(parameters_.real("accuracy", 0.5, 1),
                                       parameters_.real("discount", 0, 0.9999))) {}

  const std::string& name() const override { return name_; }
  double discount() const override { return model_->discount(); }
  int action_count() const override { return model_->action_count(); }
  std::string action_name(Action a) const override {
    static constexpr std::array<const char*, 3> names{"listen", "open_left", "open_right"};
    return names.at(static_cast<std::size_t>(a));
  }
  std::string observation_name(Observation o) const override {
    static constexpr std::array<const char*, 3> names{"hear_left", "hear_right", "nothing"};
    return names.at(static_cast<std::size_t>(o));
  }
  int step_limit() const override { return 90; }
  std::optional<double> optimum() const override { return TigerExact(*model_).value(0); }
  AgentConfig default_config() const override {
    return {.pomcp = {.exploration = 110, .prior_value = 10}};
  }
  std::shared_ptr<const Tiger> make_model(std::uint64_t) const override { return model_; }

 private:
  Parameters parameters_;
  std::string name_;
  std::shared_ptr<const Tiger> model_;
};

}  // namespace

DomainInfo tiger_info() {
  return {
      "tiger",
      "Two doors, a tiger behind one; listen, then open one, which ends the episode. Small enough "
      "for exact values.",
      {{"accuracy", "0.85", "probability that the ear is right, 0.5 to 1"},
       {"discount", "0.95", "discount factor"}},
      {},
      [](const Spec& spec) -> std::unique_ptr<Domain> {
        return std::make_unique<TigerDomain>(spec);
      }};
}

}  // namespace holdfast
