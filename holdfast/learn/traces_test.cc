#include "holdfast/learn/traces.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/learn/compression.h"

namespace holdfast::learn {
namespace {

namespace fs = std::filesystem;

class TracesTest : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  static TraceHeader header(std::uint64_t seed = 1) {
    return {.domain = "made(up=1)",
            .options = {{"simulations", 8}},
            .seed = seed,
            .features = {{"dist", logic::Feature::Kind::value, 0, 0},
                         {"food", logic::Feature::Kind::series, 1, 4},
                         {"wall", logic::Feature::Kind::flag, 0, 0}},
            .chances = {"food"},
            .actions = {{"east", false, true}, {"check", true, false}}};
  }

  static TraceEpisode episode(std::uint64_t seed) {
    return {.seed = seed,
            .discounted = 0.1 * static_cast<double>(seed),
            .undiscounted = -3.25,
            .terminal = seed % 2 == 0,
            .steps = {{"east", 0, "dist(0,3). wall(0).", {{"check(0)", -1}, {"east", 2.5}}},
                      {"check(0)", -1.5, "dist(0,2)."}}};
  }

  void write(const std::string& name, int episodes) {
    TraceWriter writer(path(name), header());
    for (int i = writer.episodes(); i < episodes; ++i) {
      writer.add(episode(static_cast<std::uint64_t>(i)));
    }
    writer.finish();
  }

  std::string error_of(const std::string& name) {
    try {
      read_traces(path(name));
    } catch (const InputError& e) {
      return e.what();
    }
    return "no error";
  }

  TemporaryFolder folder_;
};

TEST_F(TracesTest, TwoRunsInOneFileAreRefused) {
  write("a.jsonl", 2);
  TraceHeader other = header();
  other.options["planner"] = "pomcp";
  {
    TraceWriter writer(path("b.jsonl"), other);
    writer.add(episode(0));
    writer.finish();
  }
  std::string both = read_file(path("a.jsonl"));
  both.erase(both.rfind("{\"end\""));  // the line that ends the first run
  std::ofstream(path("both.jsonl")) << both << read_file(path("b.jsonl"));
  try {
    read_traces(path("both.jsonl"));
    FAIL() << "two planners in one file";
  } catch (const InputError& e) {
    const std::string message = e.what();
    EXPECT_NE(message.find("both.jsonl:4"), std::string::npos) << message;
    EXPECT_NE(message.find("of \"pomcp\" after those of"), std::string::npos) << message;
  }
}

TEST_F(TracesTest, ReadBackWhatWasWritten) {
  for (const std::string name : {"t.jsonl", "t.jsonl.zst"}) {
    write(name, 5);
    const Traces traces = read_traces(path(name));
    ASSERT_EQ(traces.episodes.size(), 5u);
    EXPECT_EQ(traces.header.domain, "made(up=1)");
    EXPECT_EQ(traces.header.features.at(1).last, 4);
    EXPECT_EQ(traces.header.chances, std::set<std::string>{"food"});
    EXPECT_FALSE(traces.header.actions.at(1).foreseeable);
    const TraceEpisode& e = traces.episodes[3];
    EXPECT_EQ(e.discounted, 0.1 * 3);
    EXPECT_EQ(e.steps.at(1).action, "check(0)");
    EXPECT_EQ(e.steps.at(1).reward, -1.5);
    EXPECT_EQ(e.steps.at(0).facts, "dist(0,3). wall(0).");
    EXPECT_EQ(e.steps.at(0).values.at("east"), 2.5);
    EXPECT_TRUE(e.steps.at(1).values.empty());
    EXPECT_FALSE(fs::exists(path(name) + ".part"));
  }
  EXPECT_LT(fs::file_size(path("t.jsonl.zst")), fs::file_size(path("t.jsonl")));
}

TEST_F(TracesTest, AnInterruptedRunGoesOnWhereItWas) {
  write("whole.jsonl", 4);
  {
    TraceWriter writer(path("t.jsonl"), header());
    writer.add(episode(0));
    writer.add(episode(1));
  }
  EXPECT_FALSE(fs::exists(path("t.jsonl")));
  std::ofstream(path("t.jsonl.part"), std::ios::app) << "{\"seed\":2,\"disc";  // killed here
  EXPECT_EQ(TraceWriter(path("t.jsonl"), header()).episodes(), 2);
  write("t.jsonl", 4);
  EXPECT_EQ(read_file(path("t.jsonl")), read_file(path("whole.jsonl")));
}

TEST_F(TracesTest, PartsOfOtherTracesAreNotContinued) {
  { TraceWriter writer(path("t.jsonl"), header(1)); }
  EXPECT_THROW(TraceWriter(path("t.jsonl"), header(2)), InputError);
}

TEST_F(TracesTest, TruncatedAndForeignFilesSayWhatIsWrong) {
  write("t.jsonl", 3);
  const std::string whole = read_file(path("t.jsonl"));
  for (const std::size_t cut : {whole.size() - 2, whole.size() * 9 / 10, whole.size() * 3 / 4}) {
    std::ofstream(path("cut.jsonl"), std::ios::trunc) << whole.substr(0, cut);
    EXPECT_NE(error_of("cut.jsonl").find("truncated"), std::string::npos) << error_of("cut.jsonl");
  }
  write("t.jsonl.zst", 3);
  const std::string packed = read_file(path("t.jsonl.zst"));
  std::ofstream(path("cut.jsonl.zst")) << packed.substr(0, packed.size() - 5);
  EXPECT_NE(error_of("cut.jsonl.zst").find("truncated"), std::string::npos);

  std::ofstream(path("other.jsonl")) << "{\"a\":1}\n";
  EXPECT_NE(error_of("other.jsonl").find("expected traces"), std::string::npos);
  std::ofstream(path("empty.jsonl")) << "";
  EXPECT_NE(error_of("empty.jsonl").find("expected traces"), std::string::npos);
  std::ofstream(path("new.jsonl")) << "{\"format\":\"holdfast-traces\",\"version\":99}\n";
  EXPECT_NE(error_of("new.jsonl").find("version 99"), std::string::npos);
  std::string broken = whole;
  broken.replace(broken.find("\"steps\""), 7, "\"stops\"");
  std::ofstream(path("broken.jsonl")) << broken;
  EXPECT_NE(error_of("broken.jsonl").find("broken.jsonl:2"), std::string::npos);
}

// A disk that was full while compressing leaves a part with its last line.
TEST_F(TracesTest, APartThatHasItsLastLineIsNotOneEpisodeMore) {
  write("t.jsonl", 3);
  fs::rename(path("t.jsonl"), path("t.jsonl.zst.part"));
  EXPECT_EQ(TraceWriter(path("t.jsonl.zst"), header()).episodes(), 3);
  write("t.jsonl.zst", 4);
  EXPECT_EQ(read_traces(path("t.jsonl.zst")).episodes.size(), 4u);
  EXPECT_FALSE(fs::exists(path("t.jsonl.zst.part")));
}

TEST_F(TracesTest, APartKilledInItsFirstLineStartsAnew) {
  write("t.jsonl", 2);
  const std::string whole = read_file(path("t.jsonl"));
  for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, whole.find('\n')}) {
    std::ofstream(path("again.jsonl.part"), std::ios::trunc) << whole.substr(0, cut);
    fs::remove(path("again.jsonl"));
    write("again.jsonl", 2);
    EXPECT_EQ(read_file(path("again.jsonl")), whole);
  }
}

TEST_F(TracesTest, OnlyOneRunWritesAtATime) {
  TraceWriter writer(path("t.jsonl"), header());
  EXPECT_THROW(TraceWriter(path("t.jsonl"), header()), Error);
  writer.add(episode(0));
  writer.finish();
  EXPECT_EQ(read_traces(path("t.jsonl")).episodes.size(), 1u);
}

TEST_F(TracesTest, FinishedFilesOfOthersAreLeftAlone) {
  write("t.jsonl", 2);
  write("t.jsonl.zst", 2);
  std::ofstream(path("notes.txt")) << "notes";
  for (const std::string name : {"t.jsonl", "t.jsonl.zst", "notes.txt"}) {
    const std::string before = read_file(path(name));
    EXPECT_THROW(TraceWriter(path(name), header(2)), InputError) << name;
    EXPECT_EQ(read_file(path(name)), before);
    EXPECT_FALSE(fs::exists(path(name) + ".part"));
  }
  write("t.jsonl", 3);  // the same call again
  EXPECT_EQ(read_traces(path("t.jsonl")).episodes.size(), 3u);
  fs::create_symlink(path("notes.txt"), path("link.jsonl.part"));
  EXPECT_THROW(TraceWriter(path("link.jsonl"), header()), InputError);
  EXPECT_EQ(read_file(path("notes.txt")), "notes");
}

TEST_F(TracesTest, MoreEpisodesThanAreWantedAreLeftAlone) {
  write("t.jsonl", 3);
  write("t.jsonl.zst", 3);
  fs::copy_file(path("t.jsonl"), path("p.jsonl.part"));  // with its last line
  for (const std::string name : {"t.jsonl", "t.jsonl.zst", "p.jsonl"}) {
    const std::string file = name == "p.jsonl" ? "p.jsonl.part" : name;
    const std::string before = read_file(path(file));
    EXPECT_THROW(TraceWriter(path(name), header(), {}, 2), InputError) << name;
    EXPECT_EQ(read_file(path(file)), before) << name;
    EXPECT_NO_THROW(TraceWriter(path(name), header(), {}, 3)) << name;
  }
}

TEST_F(TracesTest, TheLastLineMustCountTheEpisodes) {
  write("t.jsonl", 3);
  std::string text = read_file(path("t.jsonl"));
  const std::size_t second = text.find('\n', text.find('\n') + 1) + 1;
  std::ofstream(path("less.jsonl")) << text.substr(0, second) << text.substr(text.find("{\"end\""));
  EXPECT_NE(error_of("less.jsonl").find("counts 3 episodes, but 1 are here"), std::string::npos)
      << error_of("less.jsonl");
}

// What follows the last line is most likely another file of traces.
TEST_F(TracesTest, TwoFilesInOneAreRefused) {
  write("t.jsonl", 3);
  const std::string text = read_file(path("t.jsonl"));
  std::ofstream(path("both.jsonl")) << text << text;
  EXPECT_NE(error_of("both.jsonl").find("both.jsonl:6: here other traces begin"), std::string::npos)
      << error_of("both.jsonl");
  std::ofstream(path("more.jsonl")) << text << "more\n";
  EXPECT_NE(error_of("more.jsonl").find("more.jsonl:6: expected nothing after"), std::string::npos)
      << error_of("more.jsonl");
}

TEST_F(TracesTest, DeeplyNestedLinesAreRefused) {
  std::ofstream(path("deep.jsonl")) << std::string(100000, '[') << '\n';
  EXPECT_NE(error_of("deep.jsonl").find("deep.jsonl:1: this JSON nests"), std::string::npos)
      << error_of("deep.jsonl");
}

// A few kilobytes that unpack to ten megabytes.
TEST_F(TracesTest, CompressedFilesHaveALimit) {
  const std::string bomb = compress(std::string(10 << 20, ' '));
  EXPECT_EQ(decompress(bomb, "bomb.zst").size(), 10U << 20);
  try {
    decompress(bomb + bomb, "bomb.zst", 15 << 20);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "bomb.zst: unpacks to more than 15 MB, the most that is read");
  }
}

// A file of another program: every line of it may be wrong in its own way.
class ForeignTraces : public TracesTest {
 protected:
  static constexpr const char* kHeader =
      R"({"format":"holdfast-traces","version":1,"domain":"d","options":{},"seed":0,)"
      R"("features":[{"name":"dist","kind":"value"},{"name":"food","kind":"series","first":1,)"
      R"("last":4},{"name":"wall","kind":"flag"}],"actions":[{"name":"east","of_entity":false,)"
      R"("foreseeable":true},{"name":"check","of_entity":true,"foreseeable":false}]})";
  static constexpr const char* kEnd = R"({"end":true,"episodes":1})";

  static std::string episode_line(const std::string& action, const std::string& facts) {
    return R"({"seed":4,"discounted":1,"undiscounted":1,"terminal":true,"steps":[)"
           R"({"action":"east","reward":0,"facts":""},{"action":")" +
           action + R"(","reward":0,"facts":")" + facts + R"("}]})";
  }

  std::string error_with(const std::string& header, const std::string& line,
                         const std::string& end = kEnd) {
    std::ofstream(path("f.jsonl")) << header << '\n' << line << '\n' << end;
    return error_of("f.jsonl");
  }

  // The message must name the line, and nothing of the JSON library.
  void expect_message(const std::string& message, int line, const std::string& part) {
    EXPECT_NE(message.find("f.jsonl:" + std::to_string(line) + ":"), std::string::npos) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message << "\nshould have: " << part;
    EXPECT_EQ(message.find("json.exception"), std::string::npos) << message;
    EXPECT_EQ(message.find("f.jsonl"), message.rfind("f.jsonl")) << message;
  }

  void expect_step(const std::string& action, const std::string& facts, const std::string& part) {
    expect_message(error_with(kHeader, episode_line(action, facts)), 2, part);
  }

  void expect_line(const std::string& line, const std::string& part) {
    expect_message(error_with(kHeader, line), 2, part);
  }
};

TEST_F(ForeignTraces, AreReadIfTheySpeakTheWordsOfTheirHeader) {
  EXPECT_EQ(error_with(kHeader, episode_line("check(2)", "dist(2,-3). food(2,4,10). wall(2).")),
            "no error");
  EXPECT_EQ(error_with(kHeader, episode_line("", "")), "no error");  // an action without a name
}

TEST_F(ForeignTraces, UndeclaredWordsAreNamedWithTheirPlace) {
  expect_step("east", "speed(0,3).", "step 2: the fact speed(0,3) is of no feature");
  expect_step("east", "dist(0,3,1).", "the fact dist(0,3,1) has 3 arguments");
  expect_step("east", "dist(0).", "the header announces dist(E,V)");
  expect_step("east", "dist(0,far).", "expected dist(E,V) with whole numbers, found dist(0,far)");
  expect_step("east", "food(0,5,1).", "expected food(E,1..4,V)");
  expect_step("east", "dist(0,3). dist(0,4).", "dist(E,V) has one value for each entity");
  expect_step("east", "food(1,2,3). food(1,2,4).", "and index, found several for 1");
  expect_step("east", "dist(0,", "expected facts such as");
  expect_step("fly", "", "the action fly is not announced; the header has east, check(E)");
  expect_step("east(1)", "", "the action east(1) is not announced");
  expect_step("check", "", "the action check is not announced");
}

TEST_F(ForeignTraces, BrokenLinesSayWhatWasExpected) {
  expect_line(R"({"seed":4,)", "f.jsonl:2:11: expected one JSON object");
  expect_line("[]", "expected \"seed\"");
  expect_line(R"({"seed":-1})", "expected \"seed\", a whole number from 0 on");
  expect_line(R"({"seed":4,"discounted":"much"})", "expected \"discounted\", a number");
  expect_line(R"({"seed":4,"discounted":1,"undiscounted":1,"terminal":1})",
              "expected \"terminal\", true or false");
  expect_line(R"({"seed":4,"discounted":1,"undiscounted":1,"terminal":true,"steps":{}})",
              "expected \"steps\", a list");
  expect_line(R"({"seed":4,"discounted":1,"undiscounted":1,"terminal":true,"steps":[{}]})",
              "step 1: expected \"action\"");
  expect_message(error_with(kHeader, episode_line("east", ""), R"({"end":true,"episodes":2})"), 3,
                 "counts 2 episodes, but 1 are here");
}

TEST_F(ForeignTraces, BrokenHeadersSayWhatWasExpected) {
  const auto expect_header = [&](const std::string& from, const std::string& to,
                                 const std::string& part) {
    std::string header = kHeader;
    header.replace(header.find(from), from.size(), to);
    expect_message(error_with(header, episode_line("east", "")), 1, part);
  };
  expect_header("holdfast-traces", "other", "expected traces");
  expect_header("\"version\":1", "\"version\":7", "traces of version 7");
  expect_header("\"kind\":\"flag\"", "\"kind\":\"flags\"", "flag, value or series");
  expect_header("\"name\":\"wall\"", "\"name\":\"dist\"", "announces a feature dist twice");
  expect_header("\"name\":\"wall\"", "\"name\":\"Wall 2\"", "found \"Wall 2\"");
  expect_header("\"last\":4", "\"last\":0", "is empty");
  expect_header("\"seed\":0,", "", "expected \"seed\"");
  expect_header("\"of_entity\":false", "\"of_entity\":0", "expected \"of_entity\", true or false");
}

TEST_F(ForeignTraces, WordsOfTheWholeBeliefAndOfThePast) {
  std::string header = kHeader;
  const std::string first = "\"features\":[";
  header.replace(header.find(first), first.size(),
                 first + R"({"name":"left","kind":"value","of_entity":false},)"
                         R"({"name":"last","kind":"flag","of_entity":false,"action":"east"},)"
                         R"({"name":"done","kind":"value","of_entity":false,"action":"east"},)"
                         R"({"name":"done","kind":"value","action":"check"},)");
  const auto error_at = [&](const std::string& facts) {
    return error_with(header, episode_line("east", facts));
  };
  EXPECT_EQ(error_at("left(3). last(east). done(east,2). done(check(1),4). dist(1,1)."),
            "no error");
  expect_message(error_at("left(3). left(4)."), 2, "left(V) has one value, found several");
  expect_message(error_at("done(east,1). done(east,2)."), 2, "done(east,V) has one value");
  expect_message(error_at("done(check(1),1). done(check(1),2)."), 2, "several for 1");
  expect_message(error_at("done(west,1)."), 2, "of no feature");
  expect_message(error_at("last(check(1))."), 2, "of no feature");
  expect_message(error_at("done(check(1),few)."), 2, "done(check(E),V) with whole numbers");
  expect_message(error_at("done(check(1,2)."), 2, "expected facts such as");
  const auto broken = [&](const std::string& from, const std::string& to) {
    std::string other = header;
    other.replace(other.find(from), from.size(), to);
    return error_with(other, episode_line("east", ""));
  };
  expect_message(broken("\"left\"", "\"last\""), 1, "words of what the agent has done");
  expect_message(broken("\"east\"},", "\"fly\"},"), 1, "last(fly), but no action fly");
}

TEST_F(ForeignTraces, AreKnownByTheirBeginning) {
  std::ofstream(path("traces.txt")) << kHeader << '\n';
  std::ofstream(path("task.las")) << "{a}.\n#modeh(a).\n";
  EXPECT_TRUE(is_trace_file(path("traces.txt")));
  EXPECT_TRUE(is_trace_file("missing.jsonl.zst"));
  EXPECT_FALSE(is_trace_file(path("task.las")));
  EXPECT_FALSE(is_trace_file("missing.las"));
}

}  // namespace
}  // namespace holdfast::learn
