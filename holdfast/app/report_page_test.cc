// The report in a real browser: it loads without an error, draws its charts, answers to the
// keyboard and the mouse, replays episodes step by step, and asks the network for nothing.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <optional>

#include "holdfast/app/browser.h"
#include "holdfast/base/files.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/study/sqlite.h"

namespace holdfast::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kStudy = R"(
seeds = 3
record = 1
[[experiment]]
name = 'curve'
x = 'size'
baseline = {guide = 'pure'}
domain = 'rocksample(size={size},rocks=3,layout=random)'
options = {sims = 64}
grid = {size = [4, 6], guide = ['pure', 'timed']}
[[experiment]]
name = 'table'
layout = 'table'
x = 'size'
domain = 'rocksample(size={size},rocks=3,layout=random)'
options = {sims = 64}
grid = {guide = ['pure', 'preferred'], size = [4, 6]}
[[experiment]]
name = 'pocman'
domain = 'pocman(micro,steps=20)'
options = {sims = 64}
grid = {guide = ['timed']}
[[experiment]]
name = 'tiger'
domain = 'tiger'
options = {sims = 64}
grid = {guide = ['pure']}
)";

constexpr const char* kLearnt = R"json({
  "title": "Rules of a small task", "claim": "they say when to go",
  "paper": {"seconds": 120, "coverage": {"east": 0.5}},
  "learn": {"rules": ["init(east) :- V > 70, guess(R,V).", "sample(R) :- dist(R,D), D < 1."],
            "coverage": {"east": 0.875, "sample": 1}, "examples": 1200, "covered": 1100,
            "candidates": 5000, "seconds": 0.25, "optimal": true,
            "counterexamples": ["seed 7, step 3: init(north) was not suggested"]}})json";

// By `learn --held-out --no-timing`.
constexpr const char* kHeldOut = R"json({
  "rules": ["east :- dist(R,D), D > 1."], "coverage": {"east": 0.875}, "examples": 12, "covered": 11,
  "candidates": 50, "optimal": false,
  "held_out": {"east": {"coverage": 0.75, "precision": 0.5, "recall": 0.25},
               "north": {"coverage": 0.5, "precision": null, "recall": 0}}})json";

class ReportPage : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!Browser::installed()) GTEST_SKIP() << "chromium and chromium-driver are not installed";
    folder_.write("small.toml", kStudy);
    folder_.write("learnt.json", kLearnt);
    folder_.write("held-out.json", kHeldOut);
    const std::string database = folder_ / "small.sqlite";
    const auto study = run({HOLDFAST_BINARY, "study", folder_ / "small.toml", "-o", database});
    ASSERT_EQ(study.exit_code, 0) << study.errors;
    make_report();
  }

  void make_report() {
    const auto report =
        run({HOLDFAST_BINARY, "report", folder_ / "small.sqlite", folder_ / "learnt.json",
             folder_ / "held-out.json", "-o", folder_ / "report.html"});
    ASSERT_EQ(report.exit_code, 0) << report.errors;
  }

  // As other programs might have recorded them: an SQL expression of what was recorded.
  void change_recordings(const std::string& sql) {
    Database(folder_ / "small.sqlite", Database::Access::write)
        .execute("UPDATE recording SET json = " + sql);
    make_report();
  }

  void TearDown() override {
    if (browser_) {
      keep_picture();
      EXPECT_EQ(browser_->errors(), std::vector<std::string>());
      EXPECT_EQ(browser_->requests(), std::vector<std::string>());
    }
  }

  // For people to look at: HOLDFAST_PICTURES=folder.
  void keep_picture() {
    const char* folder = std::getenv("HOLDFAST_PICTURES");
    const char* name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    if (folder) browser_->save_screenshot(fs::path(folder) / (std::string(name) + ".png"));
  }

  Browser& open(Browser::Size size = {}) {
    browser_.emplace(size);
    browser_->open("file://" + (folder_ / "report.html").string());
    browser_->wait_for(".choice");
    return *browser_;
  }

  // The replay of the first recorded episode of an experiment's first arm.
  void replay(const std::string& experiment) {
    browser_->focus("#small-" + experiment + " .choice");
    browser_->press(Browser::kEnter);
    browser_->wait_until("document.querySelector('dialog')?.open");
    browser_->click(".recorded button");
    at_step(0);
  }
  void at_step(int step) {
    browser_->wait_for(".replay[data-step='" + std::to_string(step) + "']");
  }

  // The names in the legend, without the pictures.
  std::string legend() {
    return browser_->evaluate(
        "[...document.querySelectorAll('.kinds li')].map((kind) => [...kind.childNodes]"
        ".filter((part) => part.nodeName !== 'svg').map((part) => part.textContent).join('')"
        ".replace(/\\s+/g, '')).join('|')");
  }

  // People see the page as wide as their window, whatever is open in it.
  void fits() {
    EXPECT_TRUE(browser_->evaluate("document.documentElement.scrollWidth <= innerWidth"));
  }

  TemporaryFolder folder_;
  std::optional<Browser> browser_;
};

TEST_F(ReportPage, DrawsEveryArmAsAPointAndACell) {
  Browser& page = open();
  // Two metrics of each experiment; four arms in the first two, one in the others.
  EXPECT_EQ(page.count("figure svg"), 8);
  EXPECT_EQ(page.count(".choice"), 20);
  EXPECT_EQ(page.count("td button"), 20);
  EXPECT_EQ(page.count("#small-curve g[aria-label='line'] path"), 4);
  EXPECT_EQ(page.count("nav a"), 6);
  // The last experiment's chart has arms of its own.
  EXPECT_EQ(page.count("#small-tiger .choice"), 2);
  fits();
}

TEST_F(ReportPage, EveryPointOpensItsOwnArm) {
  Browser& page = open();
  for (int i = 0; i < page.count(".choice"); ++i) {
    const std::string point = "document.querySelectorAll('.choice')[" + std::to_string(i) + "]";
    const std::string label = page.evaluate(point + ".getAttribute('aria-label')");
    // By turns with Enter, Space and the mouse.
    if (i % 3 == 2) {
      page.evaluate(point + ".dispatchEvent(new MouseEvent('click', {bubbles: true}))");
    } else {
      page.evaluate(point + ".focus()");
      page.press(i % 3 == 0 ? Browser::kEnter : Browser::kSpace);
    }
    page.wait_until("document.querySelector('dialog')?.open");
    const std::string arm =
        page.evaluate("document.querySelector('dialog').getAttribute('aria-label')");
    EXPECT_TRUE(label.starts_with(arm + ": ")) << label << " opened " << arm;
    if (i % 2 == 0) {
      page.press(Browser::kEscape);
    } else {
      page.click("[aria-label='Close']");
    }
    page.wait_until_gone("dialog");
  }
}

TEST_F(ReportPage, ACellOpensItsArmWithItsEpisodes) {
  Browser& page = open();
  page.click("#small-table tbody tr:nth-child(2) td:nth-child(3) button");
  page.wait_for_text("dialog h2", "preferred");
  page.wait_for_text("dialog .facts", "size=6");
  page.click("dialog div:not(.facts) > details summary");
  page.wait_until("document.querySelector('dialog tbody')?.rows.length === 3");
  EXPECT_EQ(page.count(".recorded button"), 1);
}

TEST_F(ReportPage, ReplaysRockSampleByKeysAndButtons) {
  Browser& page = open();
  replay("curve");
  EXPECT_EQ(page.count(".mark[data-kind='rover']"), 1);
  EXPECT_EQ(page.count(".mark[data-kind='rock']"), 3);
  EXPECT_EQ(page.count(".ground[data-kind='exit']"), 4);
  EXPECT_EQ(legend(), "exit|rock|rover");
  EXPECT_EQ(page.count(".chances li"), 3);
  EXPECT_TRUE(page.text(".chances li").starts_with("rock 0 is good"));
  EXPECT_GT(page.count(".reasons tbody tr"), 1);
  page.press(Browser::kRight);
  at_step(1);
  page.press(Browser::kRight);
  at_step(2);
  page.press(Browser::kLeft);
  at_step(1);
  page.click("[aria-label='Step forward']");
  at_step(2);
  page.press(Browser::kHome);
  at_step(0);
  page.click("[aria-label='Play']");
  page.wait_until("Number(document.querySelector('.replay').dataset.step) >= 2");
  page.click("[aria-label='Last step']");
  page.wait_for_text(".reasons", "discounted return");
}

// What the list of recordings says of an episode is what its replay comes to.
TEST_F(ReportPage, TheReplayEndsAsTheListSays) {
  Browser& page = open();
  page.focus("#small-curve .choice");
  page.press(Browser::kEnter);
  page.wait_for(".recorded button");
  const std::string listed = page.text(".recorded button");
  page.click(".recorded button");
  at_step(0);
  const std::string steps = page.evaluate("document.querySelector('[type=range]').max");
  page.wait_for_text(".status", "Step 1 of " + steps);
  page.press(Browser::kEnd);
  at_step(std::stoi(steps));
  const double end = std::stod(page.text(".reasons dd").c_str());
  EXPECT_NE(listed.find(steps + " steps"), std::string::npos) << listed;
  EXPECT_NEAR(std::stod(listed.substr(listed.find("return ") + 7)), end, 0.0051) << listed;
}

TEST_F(ReportPage, PocmanHasItsMazeGhostsFoodAndBelief) {
  Browser& page = open();
  replay("pocman");
  EXPECT_EQ(page.count(".mark[data-kind='Pocman']"), 1);
  EXPECT_EQ(page.count(".mark[data-kind='ghost']"), 1);
  EXPECT_EQ(page.count(".ground[data-kind='wall']"), 9);
  EXPECT_EQ(legend(), "wall|food(hidden)|ghost(hidden)|Pocman");
  EXPECT_EQ(page.text(".notes"),
            std::to_string(page.count(".ground[data-kind='food']")) + " pellets left");
  // The ghost's start is known, food may be anywhere.
  EXPECT_EQ(page.count(".heat"), 1);
  page.click(".choices [role='group'] button:nth-of-type(2)");
  page.wait_for(".choices [role='group'] button:nth-of-type(2)[aria-pressed='true']");
  page.wait_until("document.querySelectorAll('.heat').length > 10");
  page.press(Browser::kRight);
  at_step(1);
  EXPECT_EQ(page.count(".trail[d*='L']"), 1);
}

TEST_F(ReportPage, TheHiddenTruthCanBeHidden) {
  Browser& page = open();
  replay("pocman");
  page.click("button.truth");
  page.wait_until_gone("[data-kind='ghost']");
  EXPECT_EQ(page.count("[data-kind='food']"), 0);
  EXPECT_EQ(page.count(".mark[data-kind='Pocman']"), 1);
  page.click("button.truth");
  page.wait_for("[data-kind='ghost']");
}

TEST_F(ReportPage, TigerIsWhatIsBelieved) {
  Browser& page = open();
  replay("tiger");
  EXPECT_EQ(page.count(".world svg[role='img']"), 0);
  const auto cell = [&](int row, int column) {
    return page.text(".chances li:nth-child(" + std::to_string(row) + ") span:nth-of-type(" +
                     std::to_string(column) + ")");
  };
  EXPECT_EQ(cell(1, 1), "the tiger is left");
  EXPECT_EQ(cell(2, 1), "the tiger is right");
  EXPECT_NEAR(std::stod(cell(1, 3)), 50, 30) << "before any reading";
  EXPECT_NEAR(std::stod(cell(1, 3)) + std::stod(cell(2, 3)), 100, 1.01);
  EXPECT_NE(cell(1, 4), cell(2, 4)) << "the tiger is in one place";
  page.press(Browser::kEnd);
  page.wait_for_text(".reasons", "discounted return");
}

// With kinds, shapes and tones that the page has never heard of.
TEST_F(ReportPage, AnyDomainIsDrawnFromItsScene) {
  change_recordings(R"(json_set(json, '$.steps[0].scene', json('
      {"width": 3, "height": 2, "empty": ".", "notes": ["a <b>note</b>"], "chances": [],
       "kinds": [{"name": "hero", "glyph": "H", "shape": "letter", "tone": "agent", "hidden": false},
                 {"name": "dragon", "glyph": "D", "shape": "dragon", "tone": "loud", "hidden": true}],
       "ground": [], "marks": [{"kind": "hero", "x": 0, "y": 1}, {"kind": "dragon", "x": 2, "y": 0}],
       "heat": [{"kind": "dragon", "cells": [[2, 0, 0.75], [1, 0, 0.25]]}]}')))");
  Browser& page = open();
  replay("tiger");
  EXPECT_EQ(page.evaluate("document.querySelector(\".mark[data-kind='hero'] text\").textContent"),
            "H");
  EXPECT_EQ(page.count(".mark[data-kind='dragon'] circle"), 1);
  EXPECT_EQ(page.count(".heat"), 2);
  EXPECT_EQ(legend(), "hero|dragon(hidden)");
  EXPECT_EQ(page.text(".notes"), "a <b>note</b>");
  // North is up: the hero is above the dragon.
  const auto top_of = [](const std::string& kind) {
    return "document.querySelector(\"[data-kind='" + kind + "']\").getBoundingClientRect().top";
  };
  EXPECT_TRUE(page.evaluate(top_of("hero") + " < " + top_of("dragon")));
}

TEST_F(ReportPage, ADomainWithoutAPictureSaysSo) {
  change_recordings(R"(json_set(json, '$.steps[0].scene', json('
      {"width": 0, "height": 0, "empty": ".", "notes": [], "chances": [], "kinds": [],
       "ground": [], "marks": [], "heat": []}')))");
  open();
  replay("tiger");
  browser_->wait_for_text(".world", "no picture");
}

TEST_F(ReportPage, ARecordingOfAnotherFormatIsRefused) {
  change_recordings("json_set(json, '$.version', 1)");
  Browser& page = open();
  page.focus("#small-tiger .choice");
  page.press(Browser::kEnter);
  page.wait_for(".recorded button");
  page.click(".recorded button");
  page.wait_for_text(".failure", "its format is version 1, and this page reads 2");
}

TEST_F(ReportPage, ShowsWhatWasLearnt) {
  Browser& page = open();
  page.click("nav a[href='#learning-0']");
  const std::string text = page.text("#learning-0");
  for (const char* words :
       {"Rules of a small task", "they say when to go", "1,100 of 1,200 training examples covered",
        "5,000 candidate rules", "proven optimal", "learnt in 0.250 s; the paper: 2.0 min",
        "init(east) :- V > 70, guess(R,V).\nsample(R) :- dist(R,D), D < 1."}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << " is not in\n" << text;
  }
  EXPECT_EQ(page.evaluate("[...document.querySelectorAll('#learning-0 td, #learning-0 tbody th')]"
                          ".map((cell) => cell.textContent).join('|')"),
            "east|87.5 %|50.0 %|–|–|sample|100.0 %|–|–|–");
  page.click("#learning-0 summary");
  page.wait_for_text("#learning-0 li", "seed 7, step 3");
}

TEST_F(ReportPage, HeldOutScoresComeFirst) {
  Browser& page = open();
  page.click("nav a[href='#learning-1']");
  const std::string text = page.text("#learning-1");
  EXPECT_NE(text.find("on held-out episodes"), std::string::npos) << text;
  EXPECT_NE(text.find("not proven optimal"), std::string::npos) << text;
  EXPECT_EQ(text.find("learnt in"), std::string::npos) << text;
  EXPECT_EQ(page.evaluate("[...document.querySelectorAll('#learning-1 td, #learning-1 tbody th')]"
                          ".map((cell) => cell.textContent).join('|')"),
            "east|75.0 %|50.0 %|25.0 %|north|50.0 %|–|0.0 %");
}

TEST_F(ReportPage, FitsANarrowScreen) {
  Browser& page = open({500, 800});
  fits();
  for (const char* experiment : {"curve", "pocman", "tiger"}) {
    replay(experiment);
    fits();
    EXPECT_TRUE(
        page.evaluate("document.querySelector('dialog').scrollWidth <= "
                      "document.querySelector('dialog').clientWidth"))
        << experiment;
    page.press(Browser::kEscape);
    page.wait_until_gone("dialog");
  }
}

// The page in the program is the one that its sources make.
TEST(Web, BuiltPageIsUpToDate) {
  const fs::path web = source_folder() / "web";
  if (run({"node", "--version"}).exit_code != 0 || !fs::exists(web / "node_modules")) {
    GTEST_SKIP() << "needs Node, and `npm ci` in web/";
  }
  const TemporaryFolder folder;
  for (const std::string page : {"report", "studio"}) {
    const ChildProcess::Result built =
        run({"bash", "-c",
             "cd '" + web.string() + "' && npx vite build --mode " + page + " --outDir '" +
                 folder.path().string() + "'"});
    ASSERT_EQ(built.exit_code, 0) << built.errors;
    const std::string file = page + ".html";
    EXPECT_TRUE(read_file(folder / file) == read_file(web / "dist" / file))
        << "web/dist/" << file << " is not what web/ makes; run `npm run build` in web/";
  }
}

}  // namespace
}  // namespace holdfast::app
