#include "holdfast/play/domain_of.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

// Two boxes, one of them with a prize; what the seed decides is which.
struct Boxes {
  static constexpr const char* name = "boxes";
  static constexpr const char* summary = "One of some boxes has a prize.";
  static std::vector<ParameterInfo> parameters() {
    return {whole_number("boxes", 2, 1, 100, "how many"),
            real_number("prize", 5, 0, 10, "what it is worth")};
  }
  Boxes(const Parameters& p, Rng& layout)
      : boxes(p.integer("boxes")),
        worth(p.real("prize")),
        prize(static_cast<int>(layout.below(static_cast<std::uint32_t>(boxes)))) {}

  struct State {
    bool done = false;
  };
  double discount() const { return 0.9; }
  int action_count() const { return boxes; }
  int observation_count() const { return 1; }
  double min_reward() const { return -1; }
  double max_reward() const { return worth; }
  State sample_initial(Rng&) const { return {}; }
  bool is_terminal(const State& s) const { return s.done; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(boxes); }
  Outcome step(State& s, Action a, Rng&) const {
    if (s.done) return {0, 0, true};
    s.done = true;
    return {0, a == prize ? worth : -1.0, true};
  }
  std::string layout() const { return "prize " + std::to_string(prize); }

  int boxes;
  double worth;
  int prize;
};

// The same with words: take(B), and a glance at all.
struct Named : Boxes {
  static constexpr const char* name = "named";
  using Boxes::Boxes;
  int action_count() const { return boxes + 1; }
  std::string observation_name(Observation) const { return "dust"; }
};

}  // namespace

template <>
struct Symbols<Named> : SymbolsFor<Named> {
  using SymbolsFor::SymbolsFor;
  struct Known {};
  struct About {};
  static constexpr auto words = std::to_array<Word<About>>(
      {{"near", "box {} is {} away", [](const About&, int) { return 1; }}});
  static constexpr auto deeds =
      std::to_array<Deed<About>>({{"take", true}, {"glance", true, true}});
  std::vector<logic::Term> entities() const { return logic::numbered_entities(model->boxes); }
  Action action(int deed, int box) const { return deed == 0 ? box : model->boxes; }
  static Known at(const Named::State&, const Moment&) { return {}; }
  static About about(const Known&, int) { return {}; }
  static bool after(About&, Action) { return false; }
};

namespace {

std::unique_ptr<Domain> make(const DomainInfo& info, const std::string& text) {
  return info.make(parse_spec(text));
}

TEST(DomainOf, TakesFromTheModelWhatItIsAndHasDefaultsForTheRest) {
  const auto domain = make(domain_info<Boxes>(), "boxes(3,prize=7)");
  EXPECT_EQ(domain->name(), "boxes(boxes=3,prize=7,steps=90)");
  EXPECT_EQ(domain->action_count(), 3);
  EXPECT_EQ(domain->action_name(1), "a1");
  EXPECT_EQ(domain->observation_name(0), "0");
  EXPECT_EQ(domain->step_limit(), 90);
  EXPECT_EQ(domain->default_config().pomcp.exploration, 8);
  EXPECT_EQ(domain->default_config().pomcp.prior_value, 7);
  EXPECT_EQ(domain->default_config().despot.upper, "trivial");
  EXPECT_EQ(make(domain_info<Boxes>(), domain->name())->name(), domain->name());
}

TEST(DomainOf, TheSeedDecidesTheLayout) {
  const auto domain = make(domain_info<Boxes>(), "boxes(60)");
  EXPECT_EQ(domain->layout(1), domain->layout(1));
  EXPECT_NE(domain->layout(1), domain->layout(2));
}

TEST(DomainOf, ActionsAreNamedAsRulesNameThem) {
  const auto domain = make(domain_info<Named>(), "named(2)");
  EXPECT_EQ(domain->action_name(1), "take(1)");
  EXPECT_EQ(domain->action_name(2), "glance");  // one action, whatever box
  EXPECT_EQ(domain->observation_name(0), "dust");
}

std::string message_of(const DomainInfo& info, const std::string& text) {
  try {
    make(info, text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(DomainOf, LimitsAreSaid) {
  EXPECT_EQ(message_of(domain_info<Boxes>(), "boxes(65)"),
            "boxes(boxes=65,prize=5,steps=90): a model has 1 to 64 actions, found 65");
  EXPECT_NE(message_of(domain_info<Boxes>(), "boxes(steps=0)").find("steps=0"), std::string::npos);
}

TEST(DomainOf, PlaysWithEveryPlannerThatItsModelServes) {
  const auto domain = make(domain_info<Boxes>(), "boxes(4)");
  AgentConfig config = domain->default_config();
  config.pomcp.simulations = 200;
  const auto session = domain->start(3, config);
  EXPECT_EQ(session->act(session->decide().action).reward, 5);
  EXPECT_TRUE(session->over());
}

}  // namespace
}  // namespace holdfast
