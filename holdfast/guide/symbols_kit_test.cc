// The kit finds what it is there to find: declarations with one fault each.
#include "holdfast/guide/symbols_kit.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace holdfast {
namespace {

enum Fault {
  none,
  moves_the_wrong_way,
  two_words_of_one_name,
  sentence_without_place,
  index_is_not_inverse,
  entities_mixed_up,
  root_is_not_the_history,
  no_such_action
};

// A walk along nine cells past two lamps; looking at one tells whether it is lit.
template <Fault>
struct Walk {
  static constexpr int kCells = 9;
  static constexpr std::array<int, 2> kLamps{2, 6};
  enum : Action { left, right, look };
  struct State {
    int cell = 4;
    unsigned lit = 0;
  };
  double discount() const { return 0.9; }
  int action_count() const { return 4; }
  int observation_count() const { return 2; }
  State sample_initial(Rng& rng) const { return {4, rng.below(4)}; }
  bool is_terminal(const State&) const { return false; }
  ActionSet legal_actions(const State& s) const {
    ActionSet actions = ActionSet::first(4);
    if (s.cell == 0) actions.erase(left);
    if (s.cell == kCells - 1) actions.erase(right);
    return actions;
  }
  Outcome step(State& s, Action a, Rng&) const {
    if (a == left) s.cell = std::max(0, s.cell - 1);
    if (a == right) s.cell = std::min(kCells - 1, s.cell + 1);
    return {a >= look ? static_cast<int>(s.lit >> (a - look) & 1) : 0, 0, false};
  }
};

}  // namespace

template <Fault F>
class Symbols<Walk<F>> {
 public:
  static constexpr std::string_view domain = "walk";
  struct Known {
    int cell = 0;
  };
  using Root = Known;
  struct About {
    int ahead = 0;
  };
  static constexpr auto words = std::to_array<Word<About>>(
      {{"ahead", F == sentence_without_place ? "lamp {} is near" : "lamp {} is {} cells ahead",
        [](const About& l, int) { return l.ahead; }},
       {F == two_words_of_one_name ? "ahead" : "dist", "lamp {} is {} cells away",
        [](const About& l, int) { return std::abs(l.ahead); }}});
  static constexpr auto deeds =
      std::to_array<Deed<About>>({{"left"}, {"right"}, {"look", true, true}});

  explicit Symbols(const Walk<F>&) {}
  static std::vector<logic::Term> entities() { return logic::numbered_entities(2); }
  static constexpr Action action(int deed, int lamp) {
    if (deed == Walk<F>::look) return deed + lamp + (F == no_such_action ? 1 : 0);
    return deed;
  }
  static Root root(const ParticleBelief<Walk<F>>& belief) {
    return {belief.particles().front().cell + (F == root_is_not_the_history ? 1 : 0)};
  }
  static Known known(const Root& root) { return root; }
  static Known at(const typename Walk<F>::State& s, const Moment&) { return {s.cell}; }
  static About about(const Known& known, int lamp) {
    return {Walk<F>::kLamps[static_cast<std::size_t>(lamp)] - known.cell};
  }
  static bool after(About& lamp, Action a) {
    const int step = F == moves_the_wrong_way ? -1 : 1;
    if (a == Walk<F>::left) lamp.ahead += step;
    if (a == Walk<F>::right) lamp.ahead -= step;
    return a < Walk<F>::look;
  }

  static int index_count() { return 2 * Walk<F>::kCells - 1; }
  static About about_of(int index) {
    return {index - (Walk<F>::kCells - 1) + (F == index_is_not_inverse ? 1 : 0)};
  }
  static int index(const About& lamp) {
    return std::abs(lamp.ahead) < Walk<F>::kCells ? lamp.ahead + Walk<F>::kCells - 1 : -1;
  }
  template <class Use>
  static void for_each_index(const Known& known, Use&& use) {
    use(0, index(about(known, F == entities_mixed_up ? 1 : 0)));
    use(1, index(about(known, 1)));
  }
};

namespace {

template <Fault F>
std::string faults() {
  testing::TestPartResultArray results;
  {
    testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    check_symbols(
        Walk<F>{},
        {logic::parse_theory("init(left) :- ahead(L,D), D < -1. contd(left) :- ahead(L,D), "
                             "D < 0. look(L) :- ahead(L,D), D > 0.")},
        {.episodes = 3, .steps = 10, .histories = 10});
  }
  std::string text;
  for (int i = 0; i < results.size(); ++i) text += results.GetTestPartResult(i).message();
  return text;
}

TEST(SymbolsKit, AcceptsWhatIsRight) { EXPECT_EQ(faults<none>(), ""); }

TEST(SymbolsKit, FindsStepsThatBringSomethingElse) {
  EXPECT_NE(faults<moves_the_wrong_way>().find("foretold"), std::string::npos);
}

TEST(SymbolsKit, FindsWordsThatStandTwice) {
  EXPECT_NE(faults<two_words_of_one_name>().find("stands twice"), std::string::npos);
}

TEST(SymbolsKit, FindsSentencesWithoutTheirPlaces) {
  EXPECT_NE(faults<sentence_without_place>().find("lamp {} is near"), std::string::npos);
}

TEST(SymbolsKit, FindsTablesThatSaySomethingElse) {
  EXPECT_NE(faults<index_is_not_inverse>().find("s.index"), std::string::npos);
  EXPECT_NE(faults<entities_mixed_up>().find("said.start"), std::string::npos);
}

TEST(SymbolsKit, FindsARootThatIsNotItsHistory) {
  EXPECT_NE(faults<root_is_not_the_history>().find("is not"), std::string::npos);
}

TEST(SymbolsKit, FindsActionsThatThereAreNot) {
  EXPECT_NE(faults<no_such_action>().find("action_count"), std::string::npos);
}

}  // namespace
}  // namespace holdfast
