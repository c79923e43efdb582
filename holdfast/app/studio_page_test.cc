// The studio in a real browser: a person plans, steps, goes back, reads why, changes a rule, plans
// again, compares, learns and saves; by mouse, by keyboard, and on a phone.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include "holdfast/app/browser.h"
#include "holdfast/base/files.h"
#include "holdfast/base/temporary_folder.h"

namespace holdfast::app {
namespace {

namespace fs = std::filesystem;

constexpr Browser::Size kDesk{1280, 900};
constexpr Browser::Size kPhone{390, 844};

// The program, from its start to Ctrl-C.
class StudioProgram {
 public:
  explicit StudioProgram(const fs::path& folder, const std::string& more = "")
      : process_({"bash", "-c",
                  "cd '" + folder.string() +
                      "' && exec '" HOLDFAST_BINARY
                      "' studio 'rocksample(size=5,rocks=4)' --port 0 " +
                      more}) {
    while (address().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  // Empty until it is printed.
  std::string address() const {
    const std::string output = process_.output();
    const std::size_t start = output.find("http://");
    const std::size_t end = output.find('\n', start);
    return start == std::string::npos || end == std::string::npos
               ? std::string()
               : output.substr(start, end - start);
  }
  std::string origin() const { return address().substr(0, address().find("/?")); }
  ChildProcess::Result end() {
    process_.signal(SIGINT);
    return process_.wait();
  }

 private:
  ChildProcess process_;
};

class StudioPage : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!Browser::installed()) GTEST_SKIP() << "chromium and chromium-driver are not installed";
    program_.emplace(folder_.path());
  }

  void TearDown() override {
    if (!browser_) return;
    EXPECT_EQ(browser_->errors(), std::vector<std::string>());
    for (const std::string& url : browser_->requests()) {
      EXPECT_TRUE(url.starts_with(program_->origin() + "/api")) << url;
    }
  }

  Browser& open(Browser::Size size) {
    browser_.emplace(size);
    browser_->open(program_->address());
    planned(0);
    return *browser_;
  }
  // Waits until the step is shown with its decision, and nothing is under way.
  void planned(int step) {
    browser_->wait_for("main[data-step='" + std::to_string(step) + "'][data-waiting='']");
    browser_->wait_for(".why .action");
  }
  // For people to look at: HOLDFAST_PICTURES=folder.
  void picture(const std::string& name) {
    if (const char* folder = std::getenv("HOLDFAST_PICTURES")) {
      browser_->save_screenshot(fs::path(folder) / ("studio-" + name + ".png"));
    }
  }
  void fits() {
    EXPECT_TRUE(browser_->evaluate("document.documentElement.scrollWidth <= innerWidth"));
  }
  // Sets up another agent and starts.
  void choose(const std::string& guide) {
    browser_->click(".summary");
    browser_->evaluate(
        "(() => { const s = document.querySelectorAll('#setup select')[1]; s.value = '" + guide +
        "'; s.dispatchEvent(new Event('change', {bubbles: true})); })()");
    browser_->click("#setup .primary");
    browser_->wait_until_gone("#setup");
    planned(0);
  }
  // Replaces the theory, as typing does.
  void write(const std::string& text) {
    browser_->evaluate("(() => { const t = document.querySelector('textarea'); t.value = " +
                       nlohmann::json(text).dump() +
                       "; t.dispatchEvent(new Event('input', {bubbles: true})); })()");
  }
  std::string theory() { return browser_->evaluate("document.querySelector('textarea').value"); }

  TemporaryFolder folder_;
  std::optional<StudioProgram> program_;
  std::optional<Browser> browser_;
};

TEST_F(StudioPage, PlansStepsAndTellsWhy) {
  Browser& page = open(kDesk);
  choose("timed");
  EXPECT_GT(page.count(".why tbody tr"), 4);
  // Rules suggest checks at the start, and say so in words.
  page.wait_for(".why .macro");
  EXPECT_GT(page.count(".why .suggested"), 0);
  picture("desk-light");
  page.click("[aria-label='Step forward']");
  planned(1);
  page.click("[aria-label='Step forward']");
  planned(2);
  // An action of one's own.
  page.click(".why .act");
  planned(3);
  page.wait_for_text(".status", "yours");
  // Back, and on from there.
  page.click("[aria-label='Step back']");
  page.click("[aria-label='Step back']");
  planned(1);
  page.click(".goon");
  planned(1);
  EXPECT_TRUE(page.evaluate("document.querySelector('input[type=range]').max === '1'"));
  fits();
}

TEST_F(StudioPage, ShowsTheCounterfactualAndTheTree) {
  Browser& page = open(kDesk);
  choose("timed");
  page.click(".without");
  page.wait_for(".contrast tbody tr");
  page.wait_for_text(".contrast", "without the guide");
  page.click(".why .open");
  page.wait_for(".why .open + ul li b");
  // The next level.
  page.click(".why ul .open");
  page.wait_until("document.querySelectorAll('.why ul .open[aria-expanded=true]').length === 1");
  page.wait_until(
      "document.querySelectorAll('.why ul ul ul').length > 0 || "
      "document.querySelector('.why ul ul p')");
  picture("desk-tree");
}

TEST_F(StudioPage, ChangedRuleIsCheckedPlannedWithComparedAndSaved) {
  Browser& page = open(kDesk);
  choose("timed");
  page.wait_for_text("#theory-state", "rules fire");
  EXPECT_GT(page.count(".editor .fires"), 0);
  EXPECT_NE(theory().find("init(east)"), std::string::npos);

  write("% coverage: check 0.9\n\ncheck(R) :- gess(R,V), V <= 50.\n");
  page.wait_for_text("#theory-state", "line 3, column 13");
  EXPECT_EQ(page.count(".editor mark"), 1);
  EXPECT_TRUE(page.evaluate("document.querySelector('.replan').disabled"));
  picture("desk-error");

  write("% coverage: check 0.9\n\ncheck(R) :- guess(R,V), V <= 60.\n");
  page.wait_for_text("#theory-state", "1 of 1 rules fire");
  page.click(".replan");
  page.wait_for_text(".contrast", "theory of the editor");
  page.click(".use");
  page.wait_for_text(".summary", "guide timed-mine.lp");
  planned(0);

  page.click(".save");
  page.wait_for_text(".rules", "saved as");
  EXPECT_NE(read_file(folder_ / "timed-mine.lp").find("check(R) :- guess"), std::string::npos);

  choose("pure");
  page.click("#tab-compare");
  page.click(".compare");
  page.wait_for(".difference");
  page.wait_for_text(".rules [role=status]", "50 of 50");
  picture("desk-compare");
}

TEST_F(StudioPage, LearnsFromWhatWasPlayedAndLeadsToItsExceptions) {
  Browser& page = open(kDesk);
  // It takes five steps at least to leave the grid.
  for (int step = 1; step <= 4; ++step) {
    page.click("[aria-label='Step forward']");
    planned(step);
  }
  page.click("#tab-learn");
  page.click(".learn");
  page.wait_for_text(".rules h3", "examples explained");
  picture("desk-learn");
  if (page.count(".counterexamples button") > 0) {
    page.click(".counterexamples button");
    page.wait_for("main");
  }
  page.click(".take");
  page.wait_for_text("#theory-state", "rules fire");
  EXPECT_NE(theory().find("Learnt in the studio"), std::string::npos);
}

TEST_F(StudioPage, WorksByKeyboardAlone) {
  Browser& page = open(kDesk);
  page.press(Browser::kRight);
  planned(1);
  page.press(Browser::kRight);
  planned(2);
  page.press(Browser::kLeft);
  planned(1);
  page.press(Browser::kHome);
  planned(0);
  page.press(Browser::kEnd);
  planned(2);
  // Plays until it is paused.
  page.press(Browser::kSpace);
  page.wait_for("main[data-step='4']");
  page.press(Browser::kSpace);
  page.wait_for("[aria-label='Play']");
  // Everything is reached with Tab, the editor too, and it lets go again.
  page.focus("textarea");
  page.press(Browser::kTab);
  EXPECT_NE(page.evaluate("document.activeElement.tagName"), "TEXTAREA");
}

TEST_F(StudioPage, LongSearchIsStoppedAndThePageStaysAwake) {
  Browser& page = open(kDesk);
  page.click(".summary");
  page.evaluate(
      "(() => { const b = document.querySelector('#setup [aria-label=\"Of what\"]'); b.value = "
      "'time';"
      " b.dispatchEvent(new Event('change', {bubbles: true})); })()");
  page.evaluate(
      "(() => { const b = document.querySelector('#setup [aria-label=\"How much\"]'); b.value = "
      "'100';"
      " b.dispatchEvent(new Event('input', {bubbles: true})); })()");
  page.click("#setup .primary");
  page.wait_for(".stop");
  // While it searches, a theory is checked.
  write("east :- guess(.");
  page.wait_for_text("#theory-state", "line 1, column 15");
  page.click(".stop");
  planned(0);
  page.wait_for_text(".head", "stopped");
}

TEST_F(StudioPage, FitsAPhone) {
  Browser& page = open(kPhone);
  fits();
  picture("phone-light-world");
  for (const char* tab : {"Why", "Theory", "Compare", "Learn", "World"}) {
    page.evaluate(
        std::string("[...document.querySelectorAll('nav button')].find((b) => b.innerText "
                    "=== '") +
        tab + "').click()");
    page.wait_for("nav button[aria-current]");
    fits();
    picture(std::string("phone-light-") + tab);
  }
  page.click(".theme button");
  page.click("[aria-label='Step forward']");
  page.wait_for("main[data-step='1']");
  picture("phone-dark");
}

// Text of at least 4.5 to 1 on what is behind it, in both colours: the poor ones.
constexpr const char* kPoorContrast = R"js((() => {
  const rgb = (c) => (c.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const plain = (c) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v /= 255, v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = plain(getComputedStyle(e).backgroundColor);
      if (c[3] > 0.95) return c;
    }
    return plain(getComputedStyle(document.body).backgroundColor);
  };
  const poor = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !e.checkVisibility() || e.closest('svg,textarea,:disabled')) continue;
    const [a, b] = [light(plain(getComputedStyle(e).color)), light(ground(e))].sort((p, q) => q - p);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) poor.add(`${ratio.toFixed(2)} ${e.tagName}.${e.className} ${e.textContent.slice(0, 20)}`);
  }
  return [...poor];
})())js";

TEST_F(StudioPage, TextStandsOutInLightAndDark) {
  Browser& page = open(kDesk);
  choose("timed");
  page.wait_for_text("#theory-state", "rules fire");
  EXPECT_EQ(page.evaluate(kPoorContrast), nlohmann::json::array());
  page.click(".theme button");
  EXPECT_EQ(page.evaluate(kPoorContrast), nlohmann::json::array());
  picture("desk-dark");
}

// Nothing is lost when the program ends: the page says so, and another one goes on.
TEST_F(StudioPage, EpisodeOutlivesThePageAndTheProgram) {
  Browser& page = open(kDesk);
  page.click("[aria-label='Step forward']");
  planned(1);
  page.open(program_->address());
  planned(1);
  EXPECT_EQ(program_->end().exit_code, 0);
  page.click("[aria-label='Step forward']");
  page.wait_for_text(".notice", "it has ended");
  browser_.reset();  // its console tells of a server that is gone
}

TEST(StudioCommand, EndsOnCtrlCAndRefusesAPortInUse) {
  const TemporaryFolder folder;
  StudioProgram program(folder.path());
  const std::string origin = program.origin();
  const std::string port = origin.substr(origin.rfind(':') + 1);
  const auto second = run({HOLDFAST_BINARY, "studio", "tiger", "--port", port});
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_NE(second.errors.find("port " + port + " is in use"), std::string::npos) << second.errors;
  const auto ended = program.end();
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_NE(ended.errors.find("the studio has ended"), std::string::npos);
  EXPECT_EQ(run({HOLDFAST_BINARY, "studio", "tigr"}).exit_code, 2);
  EXPECT_EQ(run({HOLDFAST_BINARY, "studio", "--port", "99999"}).exit_code, 2);
}

}  // namespace
}  // namespace holdfast::app
