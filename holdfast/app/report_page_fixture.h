// For tests of the report's page: a small study with recordings, what was learnt, and the page made
// of them, in a real browser. After each test there must be no error on its console, and it must
// have asked the network for nothing.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "holdfast/app/browser.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/study/sqlite.h"

namespace holdfast::app {

inline constexpr const char* kStudy = R"(
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

inline constexpr const char* kLearnt = R"json({
  "title": "Rules of a small task", "claim": "they say when to go",
  "paper": {"seconds": 120, "coverage": {"east": 0.5}},
  "learn": {"rules": ["init(east) :- V > 70, guess(R,V).", "sample(R) :- dist(R,D), D < 1."],
            "coverage": {"east": 0.875, "sample": 1}, "examples": 1200, "covered": 1100,
            "candidates": 5000, "seconds": 0.25, "optimal": true,
            "counterexamples": ["seed 7, step 3: init(north) was not suggested"]}})json";

// By `learn --held-out --no-timing`.
inline constexpr const char* kHeldOut = R"json({
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
      picture(::testing::UnitTest::GetInstance()->current_test_info()->name());
      EXPECT_EQ(browser_->errors(), std::vector<std::string>());
      EXPECT_EQ(browser_->requests(), std::vector<std::string>());
    }
  }

  // For people to look at: HOLDFAST_PICTURES=folder.
  void picture(const std::string& name) {
    if (const char* folder = std::getenv("HOLDFAST_PICTURES")) {
      browser_->save_screenshot(std::filesystem::path(folder) / ("report-" + name + ".png"));
    }
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

}  // namespace holdfast::app
