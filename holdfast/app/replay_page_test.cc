// Replays in a real browser: any domain is drawn from its scenes, step by step, alone or beside
// another agent on the same seed.
#include "holdfast/app/report_page_fixture.h"

namespace holdfast::app {
namespace {

TEST_F(ReportPage, ReplaysRockSampleByKeysAndButtons) {
  Browser& page = open();
  replay("curve");
  EXPECT_EQ(page.count(".mark[data-kind='rover']"), 1);
  EXPECT_EQ(page.count(".mark[data-kind='rock']"), 3);
  EXPECT_EQ(page.count(".ground[data-kind='exit']"), 4);
  EXPECT_EQ(legend(), "exit|rock|rover");
  EXPECT_NE(page.text(".signs").find("believed false, undecided, true"), std::string::npos);
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

TEST_F(ReportPage, TwoGuidesPlayOneSeedSideBySide) {
  Browser& page = open();
  replay("table");
  page.focus("dialog select[aria-label^='Beside']");
  page.press("g");
  page.wait_for(".replay.pair");
  EXPECT_EQ(page.count(".replay .world"), 2);
  EXPECT_EQ(page.count(".replay .reasons"), 2);
  EXPECT_EQ(page.evaluate("[...document.querySelectorAll('.world h3')].map((h) => "
                          "h.innerText.match(/guide (\\w+)/)[1]).join()"),
            "pure,preferred");
  // One seed, one world.
  EXPECT_TRUE(page.evaluate(
      "new Set([...document.querySelectorAll('.replay .world')].map((w) => [...w.querySelectorAll("
      "'.mark')].map((m) => m.getAttribute('transform')).join())).size === 1"));
  page.focus("dialog [aria-label='Close']");
  page.press(Browser::kRight);
  at_step(1);
  EXPECT_EQ(page.evaluate("[...document.querySelectorAll('.replay .status strong')].filter((s) => "
                          "s.innerText.startsWith('Step 2 of')).length"),
            2);
  page.wait_until("/\\/beside\\//.test(location.hash)");
  // Where they part they do not do the same.
  if (page.count(".part") > 0) {
    page.click(".part");
    page.wait_until(
        "new Set([...document.querySelectorAll('.taken .action')].map((a) => "
        "a.innerText)).size === 2");
  }
  fits();
}

TEST_F(ReportPage, BeliefIsDrawnOverTime) {
  Browser& page = open();
  replay("curve");
  const int last =
      std::stoi(page.evaluate("document.querySelector('[type=range]').max").get<std::string>());
  EXPECT_EQ(page.count(".chances .believed"), 3);
  // A point for each step and one for the end.
  EXPECT_EQ(page.evaluate("document.querySelector('.chances .believed').getAttribute('d')"
                          ".split(/[ML]/).length - 1"),
            last + 1);
  // Pressed at its right end, it leads to the end.
  page.evaluate(
      "(() => { const p = document.querySelector('.over-time svg'); const b = "
      "p.getBoundingClientRect(); p.dispatchEvent(new MouseEvent('click', {bubbles: true, "
      "clientX: b.right, clientY: b.top})); })()");
  at_step(last);
}

}  // namespace
}  // namespace holdfast::app
