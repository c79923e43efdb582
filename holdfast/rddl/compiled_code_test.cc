// Compiled code against the interpreter, bit for bit: the same states, rewards, observations and
// likelihoods from the same seeds.
#include "holdfast/rddl/compiled_code.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>
#include <thread>

#include "holdfast/base/error.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/rddl/engine.h"
#include "holdfast/rddl/generator.h"
#include "holdfast/rddl/test_files.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

std::shared_ptr<const Interpreter> interpreter_of(Program program) {
  return std::make_shared<const Interpreter>(
      std::make_shared<const GroundModel>(ground(std::move(program))));
}

std::shared_ptr<const CompiledCode> compile(const Interpreter& interpreter,
                                            const TemporaryFolder& folder) {
  CompilerOptions options = system_compiler();
  options.cache = folder / "cache";
  return compiled(generate(interpreter.model()), options);
}

// Random play, with all there is to compare in every state that it meets. Some states are random
// bits, which no play would reach.
void expect_the_same(const Interpreter& i, const CompiledCode& code, int steps) {
  const auto n = static_cast<std::size_t>(i.state_words());
  const auto bits = static_cast<int>(i.model().state.size());
  std::vector<std::uint64_t> ours(2 * n), theirs(2 * n);
  std::vector<std::uint64_t> seen(static_cast<std::size_t>(i.observation_words()));
  std::vector<std::uint64_t> seen_there = seen;
  std::vector<double> chances(static_cast<std::size_t>(bits));
  Rng rng(1);
  for (int step = 0; step < steps; ++step) {
    if (step % 40 == 0) std::copy(i.initial().begin(), i.initial().end(), ours.begin());
    if (step % 7 == 6) ours[rng.below(static_cast<std::uint32_t>(n))] ^= 1ULL << rng.below(64);
    for (int bit = bits; bit < static_cast<int>(64 * n); ++bit) {
      ours[static_cast<std::size_t>(bit / 64)] &= ~(1ULL << (bit % 64));
    }
    theirs = ours;
    const int a = static_cast<int>(rng.below(static_cast<std::uint32_t>(i.action_count())));
    ASSERT_TRUE(code.chances(theirs.data(), a, chances.data()));
    for (int bit = 0; bit < bits; ++bit) {
      ASSERT_EQ(chances[static_cast<std::size_t>(bit)], i.chance(ours.data(), a, bit))
          << "bit " << bit << " after " << i.model().action_name(a);
    }
    const Draws draws(rng);
    ASSERT_EQ(code.move(theirs.data(), a, draws.seed()), i.move(ours.data(), a, draws));
    ASSERT_EQ(theirs, ours) << i.model().action_name(a);
    const Draws more(rng);
    i.observe(ours.data(), a, seen.data(), more);
    ASSERT_TRUE(code.observe(theirs.data(), a, seen_there.data(), more.seed()));
    ASSERT_EQ(seen_there, seen) << i.model().action_name(a);
    std::vector<double> seeing(i.model().observation.size());
    ASSERT_TRUE(code.observation_chances(ours.data(), a, seeing.data()));
    for (std::size_t bit = 0; bit < seeing.size(); ++bit) {
      ASSERT_EQ(seeing[bit], i.observation_chance(ours.data(), a, static_cast<int>(bit)));
    }
    // Of what was seen, and of something that differs in one bit.
    for (int time = 0; time < 2; ++time) {
      ASSERT_EQ(code.likelihood(ours.data(), a, seen.data()),
                i.likelihood(ours.data(), a, seen.data()));
      const auto other = rng.below(static_cast<std::uint32_t>(i.model().observation.size()));
      seen[other / 64] ^= 1ULL << (other % 64);
    }
    std::copy_n(ours.begin() + static_cast<std::ptrdiff_t>(n), n, ours.begin());
  }
}

// Formulas for c1, c2 and c3, of all constructs.
constexpr const char* kFormulas[] = {
    "on(c1) ^ ~on(?c) ^ on(c3)",
    "on(c1) | ~on(c3)",
    "(on(c1) ^ on(c2)) | (on(?c) ^ ~on(c3))",
    "on(c1) <=> on(?c)",
    "exists_{?b : cell} [NEXT(?b,?c) ^ on(?b)]",
    "forall_{?b : cell} [NEXT(?b,?c) => on(?b)]",
    "[sum_{?b : cell} on(?b)] >= 2",
    "on(c1) - on(c2) <= on(c3) * 2 - 1",
    "[sum_{?b : cell} (on(?b) ^ on(c1))] == on(c2) + on(c3)",
    "Bernoulli(0.3)",
    "Bernoulli(P(?c))",
    "if (on(?c)) then Bernoulli(0.9) else if (on(c1)) then KronDelta(on(c3)) else true",
    "Bernoulli(.45 + .5 * [1 + sum_{?b : cell} (NEXT(?b,?c) ^ on(?b))] / [1 + sum_{?b : cell} "
    "NEXT(?b,?c)])",
    "Bernoulli(1.0 - prod_{?b : cell} [if (on(?b)) then (1.0 - 0.6) else (1.0)])",
    "Bernoulli(1.0 / (1.0 + exp[1.1 - (sum_{?b : cell} on(?b))]))",
    "Bernoulli(if (on(c1)) then 0.25 * (1 + on(c2) + 2 * on(c3)) / 4 else sqrt[0.25] * on(?c))",
    "if (go(?c)) then Bernoulli(0.75) else if (exists_{?b : cell} go(?b)) then KronDelta(false) "
    "else on(?c)",
    "if (go(c1)) then Bernoulli(ln[exp[0.5]] * abs[on(c2) - 0.5 * on(c3)]) else on(?c) ^ ~go(?c)",
};

TEST(CompiledCode, DoesWhatTheInterpreterDoes) {
  const TemporaryFolder folder;
  for (const char* formula : kFormulas) {
    SCOPED_TRACE(formula);
    const auto i = interpreter_of(
        TestModel{.fluents = "on(cell) : { state-fluent, bool, default = false };"
                             "go(cell) : { action-fluent, bool, default = false };"
                             "see(cell) : { observ-fluent, bool };",
                  .cpfs = std::string("on'(?c) = ") + formula +
                          "; see(?c) = if (on'(?c)) then Bernoulli(0.8) else if (go(?c)) then "
                          "Bernoulli([sum_{?b : cell} on'(?b)] / 3) else on'(c1);",
                  .reward = "[sum_{?c : cell} (on(?c) - 0.5 * go(?c))] + 0.1 * (on(c1) ^ ~on(c2)) "
                            "- 0.3 * on'(c3) + (if (on(c1)) then 3 else 4)"}
            .program());
    expect_the_same(*i, *compile(*i, folder), 400);
  }
}

// A grid whose place is one-hot: sums over its cells are tables, also where nobody is, or two are.
TEST(CompiledCode, SumsOverCells) {
  std::string values;
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 5; ++y) values += fmt::format("V(x{},y{}) = 0.{}{};", x, y, x, y + 1);
  }
  Blocks blocks;
  parse_blocks(
      "domain grid { types { xpos : object; ypos : object; }; pvariables { "
      "V(xpos,ypos) : { non-fluent, real, default = 0.0 };"
      "at-x(xpos) : { state-fluent, bool, default = false };"
      "at-y(ypos) : { state-fluent, bool, default = false };"
      "flip : { action-fluent, bool, default = false };"
      "see : { observ-fluent, bool }; };"
      "cpfs { at-x'(?x) = if (flip) then Bernoulli(0.3) else at-x(?x);"
      "at-y'(?y) = if (flip) then Bernoulli(0.3) else at-y(?y);"
      "see = Bernoulli(0.1 + (if (at-x'(x0)) then 0.2 else 0.1) * sum_{?x : xpos, ?y : ypos} "
      "(V(?x,?y) * (at-x'(?x) ^ at-y'(?y)))); };"
      "reward = 1 + sum_{?x : xpos, ?y : ypos} (V(?x,?y) * (at-x(?x) ^ at-y(?y))); }"
      "non-fluents nf { domain = grid; objects { xpos : {x0,x1,x2,x3,x4}; ypos : "
      "{y0,y1,y2,y3,y4}; }; non-fluents {" +
          values +
          "}; } instance i { domain = grid; non-fluents = nf; init-state { at-x(x1); at-y(y2); }; "
          "horizon = 9; }",
      "grid.rddl", blocks);
  const auto i = interpreter_of(resolve(std::move(blocks)));
  EXPECT_NE(generate(i->model()).find("one_bit"), std::string::npos);
  const TemporaryFolder folder;
  expect_the_same(*i, *compile(*i, folder), 2000);
}

TEST(CompiledCode, DoesSoInTheCompetitionsModels) {
  if (!has_competition()) GTEST_SKIP() << "needs " << competition_files();
  const TemporaryFolder folder;
  for (const std::string& domain : competition_domains()) {
    SCOPED_TRACE(domain);
    const Interpreter i(std::make_shared<GroundModel>(competition_model(domain, 3)));
    expect_the_same(i, *compile(i, folder), 1000);
  }
}

TEST(CompiledCode, LeavesWhatIsWrongToTheInterpreter) {
  const auto i = interpreter_of(
      TestModel{.cpfs = "on'(?c) = if (go(?c)) then Bernoulli(on(c1) + on(c3)) else on(?c); see = "
                        "true;",
                .reward = "1 / (on(c2) - 1)"}
          .program());
  const TemporaryFolder folder;
  const Engine engine(i, compile(*i, folder));
  Rng rng(1);
  std::uint64_t words[2] = {0b001, 0};
  EXPECT_EQ(engine.move(words, 2, rng), -1);
  words[0] = 0b101;
  EXPECT_THROW(engine.move(words, 2, rng), InputError);
  words[0] = 0b010;
  EXPECT_THROW(engine.move(words, 0, rng), Error);
}

// The same model under other names has the same source.
TEST(CompiledCode, HasNoNamesOfTheModel) {
  const auto source_of = [](const std::vector<std::pair<std::string, std::string>>& renamed) {
    const TestModel model;
    Blocks blocks;
    for (std::string text : {model.domain_text(), model.instance_text()}) {
      for (const auto& [from, to] : renamed) {
        text = std::regex_replace(text, std::regex("\\b" + from + "\\b"), to);
      }
      parse_blocks(text, "renamed.rddl", blocks);
    }
    return generate(interpreter_of(resolve(std::move(blocks)))->model());
  };
  EXPECT_EQ(source_of({}), source_of({{"on", "lit"},
                                      {"go", "push-it"},
                                      {"see", "hear"},
                                      {"cells", "rooms"},
                                      {"cell", "room"},
                                      {"c1", "system"},
                                      {"i1", "asm"}}));
}

std::string error_of(const CompilerOptions& options, const std::string& source = "int x;") {
  try {
    compiled(source, options);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(CompiledCode, SaysWhatIsWrongWithTheCompiler) {
  const TemporaryFolder folder;
  EXPECT_EQ(error_of({.compiler = "holdfast-c++", .cache = folder / "cache"}),
            "there is no compiler holdfast-c++; install one, or name it by HOLDFAST_CXX");
  EXPECT_NE(error_of({.compiler = "false", .cache = folder / "cache"}).find("false failed (1)"),
            std::string::npos);
  EXPECT_NE(error_of({.cache = folder / "cache"}, "this is no C++").find("error"),
            std::string::npos);
  EXPECT_EQ(error_of({.cache = folder / "cache"}),
            "the compiled model cannot be loaded: it is not "
            "whole");
  EXPECT_NE(error_of({.cache = ""}).find("HOLDFAST_CACHE"), std::string::npos);
  const auto slow = folder.write("slow", "#!/bin/sh\nexec sleep 600\n");
  std::filesystem::permissions(slow, std::filesystem::perms::owner_all);
  EXPECT_NE(error_of({.compiler = slow.string(),
                      .cache = folder / "cache",
                      .most_time = std::chrono::seconds(0)})
                .find("took more than 0 s"),
            std::string::npos);
}

TEST(CompiledCode, IsNotTakenFromWhereOthersWrite) {
  const TemporaryFolder folder;
  const auto open = folder / "open";
  std::filesystem::create_directory(open);
  std::filesystem::permissions(open, std::filesystem::perms::all);
  EXPECT_NE(error_of({.cache = open}).find("this user alone"), std::string::npos);
}

// A compiler that notes each call: once per source, also if several ask at once and what is there
// was damaged.
TEST(CompiledCode, IsCompiledOnce) {
  const TemporaryFolder folder;
  const std::filesystem::path calls = folder / "calls";
  const auto compiler = folder.write(
      "compiler", fmt::format("#!/bin/sh\necho >> {}\nexec c++ \"$@\"\n", calls.string()));
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  const CompilerOptions options{.compiler = compiler.string(), .cache = folder / "cache"};
  const std::string source = generate(interpreter_of(TestModel{}.program())->model());
  const auto first = compiled(source, options);
  const auto size = [&] { return std::filesystem::file_size(calls); };
  EXPECT_EQ(size(), 1u);
  EXPECT_EQ(compiled(source, options)->move, first->move);
  EXPECT_EQ(size(), 1u);
  std::filesystem::path object;
  for (const auto& entry : std::filesystem::directory_iterator(options.cache)) object = entry;
  EXPECT_EQ(object.extension(), ".so");  // and nothing else is left there
  compiled(source + "\n", options);
  EXPECT_EQ(size(), 2u);
  std::filesystem::remove(object);
  std::ofstream(object) << "no object";
  const CompilerOptions fresh = options;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { EXPECT_TRUE(compiled(source, fresh)); });
  for (std::thread& t : threads) t.join();
}

TEST(Engine, IsChosenByName) {
  EXPECT_EQ(engine_choice("auto"), EngineChoice::automatic);
  EXPECT_EQ(engine_choice("interpreter"), EngineChoice::interpreter);
  EXPECT_EQ(engine_choice("compiled"), EngineChoice::compiled);
  EXPECT_THROW(engine_choice("fast"), InputError);
}

TEST(Engine, GoesOnWithoutACompiler) {
  const TemporaryFolder folder;
  const auto i = interpreter_of(TestModel{}.program());
  const CompilerOptions none{.compiler = "holdfast-c++", .cache = folder / "cache"};
  testing::internal::CaptureStderr();
  EXPECT_FALSE(make_engine(i, EngineChoice::automatic, none).is_compiled());
  EXPECT_FALSE(make_engine(i, EngineChoice::automatic, none).is_compiled());
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "holdfast: models are interpreted, which is slower: there is no compiler holdfast-c++; "
            "install one, or name it by HOLDFAST_CXX\n");
  EXPECT_THROW(make_engine(i, EngineChoice::compiled, none), InputError);
  EXPECT_FALSE(make_engine(i, EngineChoice::interpreter, none).is_compiled());
  EXPECT_TRUE(make_engine(i, EngineChoice::automatic, {.cache = folder / "cache"}).is_compiled());
}

}  // namespace
}  // namespace holdfast::rddl
