#include "holdfast/macro/facts_alone.h"

#include <algorithm>

namespace holdfast {
namespace {

// Walks along what came, for as long as it is the same action.
class CameAhead final : public Ahead {
 public:
  explicit CameAhead(std::vector<Came> came) : came_(std::move(came)) {}
  void begin() override { at_ = 0; }
  bool step(const logic::GroundAction& action, logic::Facts& facts) override {
    if (at_ == came_.size() || came_[at_].action != action) return false;
    facts = came_[at_++].facts;
    return true;
  }

 private:
  std::vector<Came> came_;
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<Ahead> FactsAlone::ahead() const { return std::make_unique<CameAhead>(came_); }

Action FactsAlone::action_of(const logic::GroundAction& action) const {
  const auto& all = vocabulary().ground_actions();
  return static_cast<Action>(std::ranges::find(all, action) - all.begin());
}

std::optional<logic::GroundAction> FactsAlone::ground_action(Action action) const {
  const auto& all = vocabulary().ground_actions();
  if (action < 0 || action >= static_cast<Action>(all.size())) return std::nullopt;
  return all[static_cast<std::size_t>(action)];
}

}  // namespace holdfast
