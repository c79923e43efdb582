// Calls that go wrong: outputs that must not be replaced, standard output that fails, signals, two
// runs on one file. Each test runs the real program.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "holdfast/app/child_process.h"
#include "holdfast/base/files.h"
#include "holdfast/base/temporary_folder.h"

namespace holdfast::app {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kTheory = "% coverage: east 0.9\n\neast :- dist(R,D).\n";

class HostileCall : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return folder_ / name; }

  std::string write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text);
  }

  static ChildProcess::Result holdfast(Words words) {
    words.insert(words.begin(), HOLDFAST_BINARY);
    return run(words);
  }

  // A line of bash in which $holdfast is the program, in the test's folder.
  ChildProcess::Result shell(const std::string& line) const {
    return run({"bash", "-c",
                "cd " + folder_.path().string() + "; holdfast=" HOLDFAST_BINARY "; " + line});
  }

  static void expect_refused(const ChildProcess::Result& result, const std::string& message) {
    EXPECT_EQ(result.exit_code, 2) << result.errors;
    EXPECT_NE(result.errors.find(message), std::string::npos) << result.errors;
  }

  std::string database() const {
    const std::string study = write("s.toml", "[[experiment]]\ndomain = 'tiger'\n");
    EXPECT_EQ(holdfast({"study", study, "-o", file("d.sqlite")}).exit_code, 0);
    return file("d.sqlite");
  }

  // Waits until there is something to see, while the child works.
  template <class Condition>
  static void wait_for(Condition condition) {
    while (!condition()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  std::size_t lines_in(const std::string& name) const {
    if (!fs::exists(file(name))) return 0;
    const std::string text = read_file(file(name));
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  // Names of files that nobody asked for.
  std::vector<std::string> leftovers() const {
    std::vector<std::string> result;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      if (entry.path().filename().string().starts_with(".")) result.push_back(entry.path());
    }
    return result;
  }

  TemporaryFolder folder_;
};

TEST_F(HostileCall, InputsOfTheCallAreNotOverwritten) {
  const std::string data = database();
  const std::string before = read_file(data);
  expect_refused(holdfast({"report", data, "-o", data}), "is an input of this call");
  EXPECT_EQ(read_file(data), before);

  const std::string task = write("t.las", "#modeh(a).\n#pos(e, {a}, {}).\n");
  expect_refused(holdfast({"learn", task, "-o", task}), "is an input of this call");
  expect_refused(holdfast({"learn", task, "--las", task}), "is an input of this call");
  for (const std::string& name : {file("x"), file("./x"), file("y/../x")}) {
    expect_refused(holdfast({"learn", task, "-o", file("x"), "--las", name}), "same file");
  }

  const std::string theory = write("t.lp", kTheory);
  const Words guided{"rocksample(4,2)", "--guide", theory, "--sims", "8", "--episodes", "1"};
  for (const Words& start : {Words{"play"}, Words{"trace"}}) {
    Words words = start;
    words.insert(words.end(), guided.begin(), guided.end());
    words.insert(words.end(), {start[0] == "play" ? "--record" : "-o", theory});
    expect_refused(holdfast(words), "is an input of this call");
  }
  // Neither are those of the agent that is compared with, however they are said.
  for (const std::string versus : {"t.lp", "guide=t.lp,sims=4", "planner=despot,lower=t.lp"}) {
    expect_refused(shell("$holdfast play 'rocksample(4,2)' --sims 8 --episodes 1 --record t.lp "
                         "--versus " +
                         versus),
                   "is an input of this call");
  }
  EXPECT_EQ(read_file(theory), kTheory);
}

TEST_F(HostileCall, WhatIsNotARegularFileIsNotReplaced) {
  const std::string data = database();
  const std::string fifo = file("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  fs::create_symlink("nowhere", file("link"));
  for (const std::string& output : {fifo, file("link"), std::string("/dev/null")}) {
    EXPECT_EQ(holdfast({"report", data, "-o", output}).exit_code, 2) << output;
    EXPECT_EQ(holdfast({"trace", "rocksample(4,2)", "--episodes", "1", "-o", output}).exit_code, 2);
    EXPECT_EQ(holdfast({"train", "ais", "tiger", "--batches", "1", "-o", output}).exit_code, 2);
  }
  for (const std::string& output : {fifo, std::string("/dev/null")}) {
    EXPECT_EQ(holdfast({"study", file("s.toml"), "-o", output}).exit_code, 2) << output;
  }
  EXPECT_TRUE(fs::is_fifo(fifo));
  EXPECT_TRUE(fs::is_symlink(file("link")));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(HostileCall, SearchesByLikelihoodSayWhatTheyNeed) {
  const auto play = [](Words words) {
    words.insert(words.begin(), "play");
    words.insert(words.end(), {"--episodes", "1"});
    return holdfast(words);
  };
  expect_refused(play({"pocman(micro)", "--planner", "adaops"}), "Likelihood");
  expect_refused(play({"tiger", "--planner", "adaops", "--delta", "2.1"}), "--delta");
  expect_refused(play({"tiger", "--planner", "adaops", "--delta", "-0.1"}), "--delta");
  expect_refused(play({"tiger", "--planner", "adaops", "--m-min", "9", "--m-max", "8"}), "--m-min");
  expect_refused(play({"tiger", "--k-o", "4"}), "measurements");
  expect_refused(play({"lightdark", "--k-o", "0"}), "--k-o");
  expect_refused(play({"lightdark", "--alpha-o", "nan"}), "--alpha-o");
}

TEST_F(HostileCall, ADashIsStandardOutput) {
  const std::string data = database();
  const std::string page = holdfast({"report", data, "-o", "-"}).output;
  EXPECT_TRUE(page.starts_with("<!doctype html>") || page.starts_with("<!DOCTYPE html>"));
  const std::string task = write("t.las", "#modeh(a).\n#pos(e@9, {a}, {}).\n");
  const ChildProcess::Result theory = holdfast({"learn", task, "-o", "-"});
  EXPECT_EQ(theory.exit_code, 0) << theory.errors;
  EXPECT_TRUE(theory.output.ends_with("a.\n")) << theory.output;
  expect_refused(holdfast({"learn", task, "-o", "-", "--json"}), "standard output");
  const ChildProcess::Result record =
      holdfast({"play", "tiger", "--episodes", "2", "--record", "-"});
  EXPECT_EQ(std::count(record.output.begin(), record.output.end(), '\n'), 2);
  // What goes on from its file needs one.
  for (const std::string call : {"study s.toml", "trace 'rocksample(4,2)'", "train ais tiger"}) {
    expect_refused(shell("$holdfast " + call + " -o -"), "instead of -");
    EXPECT_FALSE(fs::exists(file("-"))) << call;
  }
}

TEST_F(HostileCall, StandardOutputThatFailsIsAFailure) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const std::string data = database();
  write("t.las", "#modeh(a).\n#pos(e@9, {a}, {}).\n");
  for (const std::string call :
       {"domains", "domains --json", "play tiger --episodes 1", "play tiger --episodes 1 --json",
        "play tiger --episodes 1 --show", "explain 'rocksample(4,2)' --sims 8", "learn t.las",
        "learn t.las --json", "report d.sqlite --format csv", "report d.sqlite -o -",
        "study s.toml -o d.sqlite", "study s.toml --dry-run", "play --help",
        "trace 'rocksample(4,2)' --sims 8 --episodes 1 -o t.jsonl",
        "train ais tiger --batches 1 -o a.bin"}) {
    const ChildProcess::Result full = shell("$holdfast " + call + " >/dev/full");
    EXPECT_EQ(full.exit_code, 1) << call;
    EXPECT_NE(full.errors.find("holdfast: "), std::string::npos) << call << full.errors;
    const ChildProcess::Result closed = shell("$holdfast " + call + " >&-");
    EXPECT_EQ(closed.exit_code, 1) << call;
  }
  // What was printed did not get into the files that were open.
  EXPECT_EQ(shell("$holdfast report d.sqlite --format csv").exit_code, 0);
  EXPECT_EQ(shell("$holdfast play tiger --planner ais --agent a.bin").exit_code, 0);
  const ChildProcess::Result pipe =
      shell("set -o pipefail; { sleep 0.5; $holdfast domains; } | true; exit ${PIPESTATUS[0]}");
  EXPECT_EQ(pipe.exit_code, 1);
}

TEST_F(HostileCall, TwoTracesOnOneFileDoNotMix) {
  const Words call{HOLDFAST_BINARY, "trace",  "rocksample(5,2)", "--sims", "512",
                   "--episodes",    "100000", "--jobs",          "1",      "-o",
                   file("t.jsonl")};
  ChildProcess first(call);
  wait_for([&] { return lines_in("t.jsonl.part") > 1; });
  const ChildProcess::Result second = run(call);
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_NE(second.errors.find("another run is writing"), std::string::npos) << second.errors;
}

TEST_F(HostileCall, TraceSaysHowToGoOnAfterEachSignal) {
  Words call{HOLDFAST_BINARY, "trace",  "rocksample(5,2)", "--sims", "64",
             "--episodes",    "100000", "--jobs",          "2",      "-o",
             file("t.jsonl")};
  std::size_t before = 1;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    ChildProcess child(call);
    wait_for([&] { return lines_in("t.jsonl.part") > before; });
    child.signal(number);
    const ChildProcess::Result result = child.wait();
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.errors.find("t.jsonl.part; the same command goes on"), std::string::npos)
        << result.errors;
    before = lines_in("t.jsonl.part");
  }
  call[6] = std::to_string(before + 1);
  const ChildProcess::Result rest = run(call);
  EXPECT_EQ(rest.exit_code, 0) << rest.errors;
  EXPECT_EQ(lines_in("t.jsonl"), before + 3);
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(HostileCall, PlayShowsWhatWasFinishedAfterEachSignal) {
  // However busy the machine is: the signal comes later until something was finished before it.
  const auto stopped_by = [&](int number) {
    for (std::chrono::milliseconds delay(100);; delay *= 2) {
      ChildProcess child({HOLDFAST_BINARY, "play", "tiger", "--sims", "2000", "--episodes",
                          "100000", "--record", file("r.jsonl"), "--no-timing"});
      std::this_thread::sleep_for(delay);
      child.signal(number);
      const ChildProcess::Result result = child.wait();
      if (result.output.find("episodes") != std::string::npos) return result;
    }
  };
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const ChildProcess::Result result = stopped_by(number);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.errors.find("of 100000 episodes"), std::string::npos) << result.errors;
    EXPECT_NE(result.output.find("discounted return"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find(" " + std::to_string(lines_in("r.jsonl")) + " episodes"),
              std::string::npos)
        << result.output;
    EXPECT_TRUE(leftovers().empty());
  }
}

// A signal while the other agent plays: there is nothing to compare with yet.
TEST_F(HostileCall, PlayComparesNothingThatWasNotPlayed) {
  for (std::chrono::milliseconds delay(100);; delay *= 2) {
    ChildProcess child(
        {HOLDFAST_BINARY, "play", "tiger", "--sims", "8", "--episodes", "1", "--versus", "time=2"});
    std::this_thread::sleep_for(delay);
    child.signal(SIGTERM);
    const ChildProcess::Result result = child.wait();
    if (result.output.find("episode") == std::string::npos) continue;
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.errors.find("stopped after 1 of 2 episodes"), std::string::npos)
        << result.errors;
    EXPECT_EQ(result.output.find("paired"), std::string::npos) << result.output;
    break;
  }
}

// What was printed before a failure is the one object of --json.
TEST_F(HostileCall, AFailureAfterTheResultPrintsNoSecondObject) {
  write("f.toml",
        "seeds = 12\n[[experiment]]\ndomain = 'pocman(micro)'\n"
        "options = {sims = 1, particles = 1}\n");
  const ChildProcess::Result result = shell("$holdfast study f.toml -o f.sqlite --json");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("episodes failed"), std::string::npos) << result.errors;
  EXPECT_GT(nlohmann::json::parse(result.output).at("failed"), 0) << result.output;
}

TEST_F(HostileCall, ManyJobsAreRefusedAndThreadsThatCannotStartAreSaid) {
  const std::string traces = file("t.jsonl");
  ASSERT_EQ(holdfast({"trace", "rocksample(4,2)", "--sims", "8", "--episodes", "3", "-o", traces})
                .exit_code,
            0);
  const std::string study = write("s.toml", "[[experiment]]\ndomain = 'tiger'\n");
  const std::vector<std::string> calls{"play tiger", "trace 'rocksample(4,2)' -o x.jsonl",
                                       "learn t.jsonl", "study s.toml -o x.sqlite"};
  for (const std::string& call : calls) {
    expect_refused(shell("$holdfast " + call + " --jobs 1000"), "from 1 to 256");
#ifndef __SANITIZE_ADDRESS__
    const ChildProcess::Result result =
        shell("ulimit -v 600000; timeout 60 $holdfast " + call + " --jobs 256");
    EXPECT_EQ(result.exit_code, 1) << call << result.errors;
    EXPECT_NE(result.errors.find("could not be started"), std::string::npos) << result.errors;
#endif
  }
}

TEST_F(HostileCall, NumbersThatAreNoneAreRefused) {
  write("t.las", "#modeh(a).\n#pos(e@9, {a}, {}).\n");
  for (const std::string number : {"inf", "nan", "-inf", "1e308"}) {
    for (const std::string call :
         {"play tiger --time ", "play tiger --exploration ", "play tiger --prior-value ",
          "learn t.las --time ", "learn t.las --balance ", "learn t.las --held-out ",
          "train ais tiger -o x --lambda "}) {
      EXPECT_EQ(shell("timeout 20 $holdfast " + call + number).exit_code, 2) << call << number;
    }
  }
}

TEST_F(HostileCall, EmptyValuesAreRefused) {
  for (const std::string call :
       {"train ais tiger -o x --lambda", "learn t.jsonl --held-out", "play tiger --exploration",
        "play tiger --episodes", "explain tiger --seed", "study s.toml -o", "play"}) {
    expect_refused(shell("timeout 20 $holdfast " + call + " ''"), "the value is empty");
  }
}

TEST_F(HostileCall, NamesThatAreNotUtf8AreSaidBeforeTheWork) {
  for (const std::string call : {"trace 'rocksample(4,2)' --episodes 1 --json -o $'\\xff.jsonl'",
                                 "play tiger --guide $'\\xff.lp' --json", "study $'\\xff.toml'"}) {
    expect_refused(shell("$holdfast " + call), "is not UTF-8");
  }
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(HostileCall, ABackgroundThatNeverEndsKeepsToTheTime) {
  write("t.las", "a(0). a(X+1) :- a(X).\n#modeh(b).\n#modeb(1, c).\n#pos(e@9, {b}, {}, {c.}).\n");
  expect_refused(shell("timeout 60 $holdfast learn t.las --time 0.2"), "does it ever end?");
  expect_refused(shell("timeout 60 $holdfast learn t.las"), "does it ever end?");
}

TEST_F(HostileCall, WithoutTimingTwoRunsCompareByteForByte) {
  const std::string play =
      "$holdfast play 'rocksample(4,2)' --guide preferred --versus pure --sims "
      "64 --episodes 3 --no-timing --json --record ";
  ASSERT_EQ(shell(play + "a.jsonl >a.json; " + play + "b.jsonl --jobs 2 >b.json").exit_code, 0);
  EXPECT_EQ(read_file(file("a.json")), read_file(file("b.json")));
  EXPECT_EQ(read_file(file("a.jsonl")), read_file(file("b.jsonl")));
  write("t.las", "#modeh(a).\n#pos(e@9, {a}, {}).\n");
  for (const std::string call : {"learn t.las --no-timing", "learn t.las --json --no-timing",
                                 "train ais tiger --batches 2 -o x.bin --json --no-timing"}) {
    const std::string first = shell("$holdfast " + call).output;
    EXPECT_FALSE(first.empty()) << call;
    EXPECT_EQ(shell("$holdfast " + call).output, first) << call;
  }
}

}  // namespace
}  // namespace holdfast::app
