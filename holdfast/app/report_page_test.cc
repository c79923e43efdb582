// The report in a real browser: it loads without an error, draws its charts and tables, answers to
// the keyboard and the mouse, and asks the network for nothing.
#include "holdfast/app/report_page_fixture.h"
#include "holdfast/base/files.h"
#include "holdfast/base/source_folder.h"

namespace holdfast::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

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

// What is open is in the address: a link leads there again, in a page of its own, and Back leaves.
TEST_F(ReportPage, TheAddressLeadsToAPlace) {
  Browser& page = open();
  replay("table");
  page.press(Browser::kRight);
  page.press(Browser::kRight);
  at_step(2);
  page.wait_until("/^#small-table\\/arm\\/[^\\/]+\\/seed\\/1\\/step\\/2$/.test(location.hash)");
  const std::string link = page.evaluate("location.href");
  const std::string arm = page.text("dialog h2");

  page.open("about:blank");
  page.open(link);
  at_step(2);
  EXPECT_EQ(page.text("dialog h2"), arm);
  page.evaluate("history.back()");
  page.open("about:blank");

  const std::string section = link.substr(0, link.find("/arm/"));
  page.open(section);
  page.wait_until(
      "Math.abs(document.querySelector('#small-table').getBoundingClientRect().top) < 90");
  EXPECT_EQ(page.count("dialog"), 0);
  page.focus("#small-table td button");
  page.press(Browser::kEnter);
  page.wait_until("location.hash.includes('/arm/')");
  page.evaluate("history.back()");
  page.wait_until_gone("dialog");
  EXPECT_EQ(page.evaluate("location.hash"), "#small-table");

  // Replays are linked to where their experiment stands.
  page.focus("#small-curve .replays a");
  page.press(Browser::kEnter);
  page.wait_until("document.querySelector('dialog')?.open && location.hash.includes('/seed/')");
  at_step(0);

  // What is not there is said, and shows what is.
  page.open("about:blank");
  page.open(section.substr(0, section.find('#')) + "#small-table/arm/" +
            link.substr(link.find("/arm/") + 5, link.find("/seed/") - link.find("/arm/") - 5) +
            "/seed/999");
  page.wait_for_text("dialog .failure", "seed 999 was not recorded");
  EXPECT_EQ(page.count(".recorded button"), 1);
}

// The differences to another series than the baseline's: those of the baseline, turned round.
TEST_F(ReportPage, DifferencesAreInSightAndToAnyBaseline) {
  Browser& page = open();
  const auto difference = [&](int row) {
    return page.text("#small-curve .scroll tbody tr:nth-child(" + std::to_string(row) +
                     ") td .difference");
  };
  page.wait_for("#small-curve td .difference");
  const std::string usual = difference(2);
  EXPECT_TRUE(usual.starts_with("Δ ")) << usual;
  EXPECT_EQ(difference(1), "");
  page.focus("#small-curve .against select");
  page.press("t");
  page.wait_until("document.querySelector('#small-curve caption').innerText.includes('to timed')");
  page.wait_for("#small-curve .scroll tbody tr:nth-child(1) td .difference");
  const auto number = [](const std::string& text) {
    return std::stod(text.substr(text.find(' ')));
  };
  EXPECT_NEAR(number(difference(1)), -number(usual), 0.011);
  EXPECT_EQ(difference(2), "");
}

TEST_F(ReportPage, TextStandsOutInLightAndDark) {
  Browser& page = open({1280, 900});
  for (const char* colours : {"light", "dark"}) {
    page.evaluate(std::string("document.documentElement.dataset.theme = '") + colours + "'");
    EXPECT_EQ(page.poor_contrast(), json::array()) << colours;
    picture(std::string("desk-") + colours);
    replay("curve");
    page.press(Browser::kRight);
    at_step(1);
    EXPECT_EQ(page.poor_contrast(), json::array()) << colours;
    picture(std::string("desk-replay-") + colours);
    page.press(Browser::kEscape);
    page.wait_until_gone("dialog");
  }
}

TEST_F(ReportPage, FitsAPhone) {
  Browser& page = open({390, 844});
  fits();
  for (const char* colours : {"light", "dark"}) {
    page.evaluate(std::string("document.documentElement.dataset.theme = '") + colours + "'");
    page.evaluate("document.querySelector('#small-curve').scrollIntoView()");
    picture(std::string("phone-") + colours);
    replay("table");
    page.focus("dialog select[aria-label^='Beside']");
    page.press("g");
    page.wait_for(".replay.pair");
    fits();
    picture(std::string("phone-pair-") + colours);
    page.press(Browser::kEscape);
    page.wait_until_gone("dialog");
  }
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
