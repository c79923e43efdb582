// The kit finds what it is there to find: declarations with one fault each.
#include "holdfast/guide/symbols_kit.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "holdfast/base/error.h"

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
  no_such_action,
  whole_stands_still,
  whole_sentence_with_an_entity,
  whole_of_another_place,
  hash_is_always_the_same
};

// A walk along nine cells past two lamps; looking at one tells whether it is lit.
template <Fault>
struct Corridor {
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

namespace {
template <bool>
struct Still : Corridor<none> {};
}  // namespace

template <Fault F>
class Symbols<Corridor<F>> {
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
  // Where the walk ends, whatever lamps there are.
  struct Whole {
    int room = 0;
  };
  static constexpr auto whole_words = std::to_array<Word<Whole>>(
      {{"room",
        F == whole_sentence_with_an_entity ? "of {} cells {} are left" : "{} cells are left",
        [](const Whole& w, int) { return w.room; }},
       {"at_end", "the walk is over",
        [](const Whole& w, int) -> int { return w.room == 0 ? 1 : logic::Column::kAbsent; },
        logic::Feature::Kind::flag}});
  static constexpr auto deeds =
      std::to_array<Deed<About>>({{"left"}, {"right"}, {"look", true, true}});

  explicit Symbols(const std::shared_ptr<const Corridor<F>>&) {}
  static std::vector<logic::Term> entities() { return logic::numbered_entities(2); }
  static constexpr Action action(int deed, int lamp) {
    if (deed == Corridor<F>::look) return deed + lamp + (F == no_such_action ? 1 : 0);
    return deed;
  }
  struct Key {
    int cell = 0;
    friend bool operator==(const Key&, const Key&) = default;
    std::uint64_t hash() const { return 1; }
  };
  static Key key(const Known& known) requires(F == hash_is_always_the_same) { return {known.cell}; }
  static Root root(const ParticleBelief<Corridor<F>>& belief) {
    return {belief.particles().front().cell + (F == root_is_not_the_history ? 1 : 0)};
  }
  static Known known(const Root& root) { return root; }
  static Known at(const typename Corridor<F>::State& s, const Moment&) { return {s.cell}; }
  static About about(const Known& known, int lamp) {
    return {Corridor<F>::kLamps[static_cast<std::size_t>(lamp)] - known.cell};
  }
  static Whole whole(const Root& root, const Known& known) {
    return {Corridor<F>::kCells - 1 - (F == whole_of_another_place ? root.cell : known.cell)};
  }
  static bool after(Whole& whole, Action a) {
    if (F == whole_stands_still) return a < Corridor<F>::look;
    if (a == Corridor<F>::left) ++whole.room;
    if (a == Corridor<F>::right) --whole.room;
    return a < Corridor<F>::look;
  }
  static bool after(About& lamp, Action a) {
    const int step = F == moves_the_wrong_way ? -1 : 1;
    if (a == Corridor<F>::left) lamp.ahead += step;
    if (a == Corridor<F>::right) lamp.ahead -= step;
    return a < Corridor<F>::look;
  }

  static int index_count() { return 2 * Corridor<F>::kCells - 1; }
  static About about_of(int index) {
    return {index - (Corridor<F>::kCells - 1) + (F == index_is_not_inverse ? 1 : 0)};
  }
  static int index(const About& lamp) {
    return std::abs(lamp.ahead) < Corridor<F>::kCells ? lamp.ahead + Corridor<F>::kCells - 1 : -1;
  }
  template <class Use>
  static void for_each_index(const Known& known, Use&& use) {
    use(0, index(about(known, F == entities_mixed_up ? 1 : 0)));
    use(1, index(about(known, 1)));
  }
};

// A whole of which it is told, or not, what deeds do to it.
template <bool kTold>
class Symbols<Still<kTold>> : public Symbols<Corridor<none>> {
 public:
  struct Whole {};
  static constexpr auto whole_words =
      std::to_array<Word<Whole>>({{"still", "{}", [](const Whole&, int) { return 0; }}});
  explicit Symbols(const std::shared_ptr<const Still<kTold>>& model)
      : Symbols<Corridor<none>>(model) {}
  static Whole whole(const Known&) { return {}; }
  using Symbols<Corridor<none>>::after;
  static bool after(Whole&, Action) requires kTold { return true; }
};

namespace {

template <Fault F>
std::string faults() {
  testing::TestPartResultArray results;
  {
    testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    check_symbols(
        Corridor<F>{},
        {logic::parse_theory("init(left) :- ahead(L,D), D < -1. contd(left) :- ahead(L,D), "
                             "D < 0. look(L) :- ahead(L,D), D > 0."),
         logic::parse_theory("init(right) :- room(N), N > 2, not at_end. contd(right) :- "
                             "ahead(L,D), D > 0, room(N), N > 1. look(L) :- ahead(L,D), room(4)."),
         logic::parse_theory("init(right) :- not last(left), run(N), N < 4. contd(right) :- "
                             "last(right), done(right,N), N < 9. look(L) :- ahead(L,D), "
                             "done(look(L),N), N < 2, not last(look(L)).")},
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

TEST(SymbolsKit, WordsThatStandTwiceAreRefused) {
  EXPECT_THROW(faults<two_words_of_one_name>(), InputError);
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

TEST(SymbolsKit, FindsFaultsInWhatIsSaidOfTheWhole) {
  EXPECT_NE(faults<whole_stands_still>().find("foretold"), std::string::npos);
  EXPECT_NE(faults<whole_sentence_with_an_entity>().find("of {} cells"), std::string::npos);
  EXPECT_NE(faults<whole_of_another_place>().find("foretold"), std::string::npos);
}

// A declaration that says nothing of what deeds do to the whole is none.
TEST(SymbolsKit, DeclarationsTellWhatBecomesOfTheWhole) {
  static_assert(Symbolic<Still<true>>);
  static_assert(!Symbolic<Still<false>>);
}

TEST(SymbolsKit, FindsHashesThatTellNothingApart) {
  EXPECT_NE(faults<hash_is_always_the_same>().find("key(known).hash()"), std::string::npos);
}

TEST(SymbolsKit, FindsActionsThatThereAreNot) {
  EXPECT_NE(faults<no_such_action>().find("action_count"), std::string::npos);
}

}  // namespace
}  // namespace holdfast
