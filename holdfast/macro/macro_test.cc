#include <fmt/format.h>
#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/logic/clingo.h"
#include "holdfast/logic/memory_words.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/explain.h"
#include "holdfast/macro/memory_facts.h"
#include "holdfast/macro/shipped.h"

namespace holdfast {
namespace {

const logic::Vocabulary& line() {
  static const logic::Vocabulary vocabulary(logic::numbered_entities(2), {{"ahead"}},
                                            {{"go"}, {"look", true}});
  return vocabulary;
}

constexpr logic::GroundAction kGo{0};
constexpr logic::GroundAction look(int entity) { return {1, entity}; }

// Going brings things nearer by one.
class LineAhead final : public Ahead {
 public:
  void begin() override {}
  bool step(const logic::GroundAction& action, logic::Facts& facts) override {
    if (action != kGo) return false;
    for (int e = 0; e < 2; ++e) {
      if (facts.has(0, e)) facts.set(0, e, facts.value(0, e) - 1);
    }
    return true;
  }
};

std::vector<MacroAction> on_the_line(const logic::Theory& theory, GammaOptions::Engine engine,
                                     const char* facts) {
  LineAhead ahead;
  Gamma gamma(theory, line(), {.engine = engine});
  const auto found = gamma.macro_actions(logic::parse_facts(facts, line()), ahead);
  return {found.begin(), found.end()};
}

TEST(Gamma, BothEnginesFollowFactsOverTime) {
  const logic::Theory theory = logic::parse_theory(
      "init(go) :- ahead(E,D), D > 6. contd(go) :- ahead(E,D), D > 0. look(E) :- ahead(E,0).");
  for (const auto engine : {GammaOptions::Engine::compiled, GammaOptions::Engine::clingo}) {
    const auto at = [&](const char* facts) { return on_the_line(theory, engine, facts); };
    EXPECT_EQ(at("ahead(0,7). ahead(1,0)."), (std::vector<MacroAction>{{kGo, 7}, {look(1), 1}}));
    EXPECT_EQ(at("ahead(0,100)."), (std::vector<MacroAction>{{kGo, 12}}));
    EXPECT_EQ(at("ahead(0,6)."), (std::vector<MacroAction>{}));
    EXPECT_EQ(at(""), (std::vector<MacroAction>{}));
  }
}

TEST(Gamma, SaysWhichEngineServes) {
  const logic::Theory words =
      logic::parse_theory("go :- near(E).\nnear(E) :- ahead(E,D), D < 3.", "t.lp");
  EXPECT_EQ(Gamma(words, line()).engine(), "compiled");
  const logic::Theory theory = logic::parse_theory("go :- ahead(E,D), ahead(F,D), E < F.", "t.lp");
  EXPECT_EQ(Gamma(theory, line()).engine(), "clingo");
  try {
    Gamma(theory, line(), {.engine = GammaOptions::Engine::compiled});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("t.lp:1:1: this rule is outside the compiled fragment"),
              std::string::npos)
        << e.what();
  }
  EXPECT_THROW(Gamma(theory, line(), {.horizon = 0}), InputError);
}

// Constraints that exclude everything leave no suggestion.
TEST(Gamma, NoAnswerSetMeansNoSuggestion) {
  Gamma gamma(logic::parse_theory("go. :- ahead(E,D), D > 3."), line());
  LineAhead ahead;
  EXPECT_EQ(gamma.macro_actions(logic::parse_facts("ahead(0,1).", line()), ahead).size(), 1u);
  EXPECT_TRUE(gamma.macro_actions(logic::parse_facts("ahead(0,9).", line()), ahead).empty());
}

// What each action's explanation says at facts, by the engine.
std::vector<std::string> explained(const logic::Theory& theory, const char* facts,
                                   GammaOptions::Engine engine) {
  LineAhead ahead;
  const Gamma gamma(theory, line(), {.horizon = 5, .engine = engine});
  std::vector<std::string> result;
  for (const Explanation& e : explain(gamma, logic::parse_facts(facts, line()), ahead)) {
    std::string text = to_string(line().atom(e.action));
    for (const Reason& reason : e.reasons) {
      text += fmt::format(" {}:{}", reason.time, to_string(*reason.rule->atom()));
      for (const auto& [name, value] : reason.binding) text += " " + name + to_string(value);
    }
    result.push_back(text + " | " + e.ended_by());
  }
  return result;
}

TEST(Explain, SaysWhyAnActionStartsGoesOnAndStops) {
  const logic::Theory theory = logic::parse_theory(
      "init(go) :- ahead(E,D), D > 6. contd(go) :- ahead(E,D), D > 5. look(E) :- ahead(E,D), D < "
      "3.");
  using Texts = std::vector<std::string>;
  EXPECT_EQ(explained(theory, "ahead(0,2). ahead(1,8).", GammaOptions::Engine::compiled),
            (Texts{"go 0:init(go) E1 D8 1:contd(go) E1 D7 2:contd(go) E1 D6 | "
                   "step 3: contd(go) for 1: D > 5, but ahead(1,5)",
                   "look(0) 0:look(E) E0 D2 | its rule is about this moment only",
                   "look(1) | look(E) for 1: D < 3, but ahead(1,8)"}));
  EXPECT_EQ(explained(theory, "ahead(0,20).", GammaOptions::Engine::compiled)[0],
            "go 0:init(go) E0 D20 1:contd(go) E0 D19 2:contd(go) E0 D18 3:contd(go) E0 D17 "
            "4:contd(go) E0 D16 | the horizon of 5 steps");
  EXPECT_EQ(explained(theory, "", GammaOptions::Engine::compiled)[0],
            "go | init(go) for 0: D > 6, but no ahead about 0");
  EXPECT_EQ(explained(theory, "ahead(0,2). ahead(1,7).", GammaOptions::Engine::clingo),
            (Texts{"go 0:init(go) E1 D7 1:contd(go) E1 D6 | step 2: contd(go): D > 5 fails",
                   "look(0) 0:look(E) E0 D2 | its rule is about this moment only",
                   "look(1) | look(E): D < 3 fails"}));
}

TEST(Gamma, BothEnginesCountOverTime) {
  const logic::Theory theory = logic::parse_theory(
      "far(E) :- ahead(E,D), D > 3. some :- far(E). init(go) :- #count{E : far(E)} = 2. "
      "contd(go) :- some. look(E) :- ahead(E,D), D = #min{M : ahead(F,M)}, not some.");
  for (const auto engine : {GammaOptions::Engine::compiled, GammaOptions::Engine::clingo}) {
    const auto at = [&](const char* facts) { return on_the_line(theory, engine, facts); };
    EXPECT_EQ(at("ahead(0,7). ahead(1,5)."), (std::vector<MacroAction>{{kGo, 4}}));
    EXPECT_EQ(at("ahead(0,7). ahead(1,3)."), (std::vector<MacroAction>{}));
    EXPECT_EQ(at("ahead(0,2). ahead(1,2)."),
              (std::vector<MacroAction>{{look(0), 1}, {look(1), 1}}));
    EXPECT_EQ(at(""), (std::vector<MacroAction>{}));
  }
}

TEST(Explain, TellsCountsExtremaAndWords) {
  const logic::Theory theory = logic::parse_theory(
      "far(E) :- ahead(E,D), D > 3. init(go) :- #count{E : far(E)} < 2. "
      "look(E) :- far(E), ahead(E,D), D = #min{M : ahead(F,M), M > 3}.");
  using Texts = std::vector<std::string>;
  EXPECT_EQ(explained(theory, "ahead(0,5). ahead(1,8).", GammaOptions::Engine::compiled),
            (Texts{"go | init(go): #count{E : far(E)} < 2, but 2: 0, 1",
                   "look(0) 0:look(E) E0 D5 #min{M : ahead(F,M), M > 3}5 | its rule is about this "
                   "moment only",
                   "look(1) | look(E) for 1: D = #min{M : ahead(F,M), M > 3}, but 5: 0"}));
  EXPECT_EQ(explained(theory, "ahead(0,2). ahead(1,3).", GammaOptions::Engine::compiled)[1],
            "look(0) | look(E) for 0: far(E), but not: 0 has ahead more than 3; D = #min{M : "
            "ahead(F,M), M "
            "> 3}, but #sup");
  EXPECT_EQ(explained(theory, "ahead(0,5). ahead(1,8).", GammaOptions::Engine::clingo),
            (Texts{"go | init(go): #count{E : far(E)} < 2 fails",
                   "look(0) 0:look(E) E0 D5 | its rule is about this moment only",
                   "look(1) | look(E): D = #min{M : ahead(F,M), M > 3} fails"}));
}

TEST(Explain, AnUnknownEffectEndsAMacroAction) {
  const logic::Theory theory = logic::parse_theory("init(look(E)) :- ahead(E,D).");
  EXPECT_EQ(explained(theory, "ahead(1,1).", GammaOptions::Engine::compiled)[1],
            "look(1) 0:init(look(E)) E1 D1 | what it brings is not known beforehand");
}

TEST(Explain, WordsAboutNoEntity) {
  std::vector<logic::Feature> features{{"ahead"},
                                       {"dark", logic::Feature::Kind::flag, 0, 0, "", false}};
  for (logic::Feature& f : logic::memory_words({{"go"}})) features.push_back(std::move(f));
  const logic::Vocabulary words(logic::numbered_entities(2), features, {{"go"}});
  const Gamma gamma(logic::parse_theory("go :- ahead(E,D), dark, done(go,N), N < 2."), words);
  NothingAhead ahead;
  const auto explained_at = [&](const char* facts) {
    return explain(gamma, logic::parse_facts(facts, words), ahead).at(0).ended_by();
  };
  EXPECT_EQ(explained_at("ahead(1,3). done(go,1)."), "go for 1: dark, but no dark");
  EXPECT_EQ(explained_at("ahead(1,3). dark. done(go,7)."), "go for 1: N < 2, but done(go,7)");
}

TEST(MemoryFacts, AreStatedAndReadBack) {
  const std::vector<logic::ActionWord> actions{{"go"}, {"look", true}, {"take", true, true}};
  const logic::Vocabulary words(logic::numbered_entities(2), logic::memory_words(actions), actions);
  // Taking is one action, whatever is taken.
  const MemoryFacts memory(words, [](const logic::GroundAction& g) {
    return g.word == 0 ? 0 : g.word == 1 ? 1 + g.entity : 3;
  });
  History history;
  for (const Action a : {0, 2, 2, 3, 3}) history.add(a);
  logic::Facts facts(words);
  memory.state(history, facts);
  std::string text;
  for (const logic::Atom& atom : facts.atoms()) text += to_string(atom) + ".";
  EXPECT_EQ(text,
            "last(take).done(go,1).done(take,2).ago(go,5).ago(take,1).run(2)."
            "done(look(0),0).done(look(1),2).ago(look(1),3).");
  EXPECT_EQ(memory.read(facts), history);
}

TEST(Shipped, EveryFileIsTheOneInTheSourcesAndRunsInClingo) {
  EXPECT_GE(shipped_names().size(), 5u);
  for (const std::string& name : shipped_names()) {
    const std::filesystem::path path = source_folder() / "theories" / (name + ".lp");
    EXPECT_EQ(std::string(shipped_text(name)), read_file(path));
    const logic::Theory theory = logic::parse_theory(shipped_text(name), name);
    EXPECT_EQ(logic::parse_theory(to_string(theory)), theory);
    EXPECT_EQ(logic::solve(std::string(shipped_text(name))).answer_sets.size(), 1u) << name;
  }
  EXPECT_THROW(shipped_theory("rocksample", "nothing"), InputError);
}

}  // namespace
}  // namespace holdfast
