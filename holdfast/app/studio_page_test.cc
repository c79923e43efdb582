// The studio in a real browser: a person plans, steps, goes back, reads why, changes a rule, plans
// again, compares, learns and saves; by mouse, by keyboard, and on a phone.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include "holdfast/app/browser.h"
#include "holdfast/base/files.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/base/temporary_folder.h"

namespace holdfast::app {
namespace {

namespace fs = std::filesystem;

constexpr Browser::Size kDesk{1280, 900};
constexpr Browser::Size kPhone{390, 844};

// The program, from its start to Ctrl-C.
class StudioProgram {
 public:
  explicit StudioProgram(const fs::path& folder,
                         const std::string& domain = "rocksample(size=5,rocks=4)")
      : process_({"bash", "-c",
                  "cd '" + folder.string() + "' && exec '" HOLDFAST_BINARY "' studio '" + domain +
                      "' --port 0"}) {
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
    browser_->evaluate("(() => { const s = document.querySelector('[name=guide]'); s.value = '" +
                       guide + "'; s.dispatchEvent(new Event('change', {bubbles: true})); })()");
    browser_->click("#setup .primary");
    browser_->wait_until_gone("#setup");
    planned(0);
  }
  // Starts an episode whose first search would take a hundred seconds.
  void search_for_long() {
    browser_->click(".summary");
    for (const auto& [name, value] : {std::pair{"budget", "time"}, {"amount", "100"}}) {
      browser_->evaluate("(() => { const b = document.querySelector('[name=" + std::string(name) +
                         "]'); b.value = '" + value +
                         "'; for (const e of ['input', 'change']) b.dispatchEvent(new Event(e, "
                         "{bubbles: true})); })()");
    }
    browser_->click("#setup .primary");
    browser_->wait_for(".stop");
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
  // The text lies over its colours, however long a rule is.
  browser_->wait_until(
      "document.querySelector('textarea').scrollHeight === "
      "document.querySelector('.editor pre').offsetHeight");

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
}

// A learnt theory is shown from its rules on, and its own words are told by what they mean.
TEST_F(StudioPage, LearntRulesReadLikeAdvice) {
  Browser& page = open(kDesk);
  choose("learnt");
  page.wait_for_text("#rules", "of those that are good with more than 30 %");
  page.wait_until("document.querySelector('.editor .scroller').scrollTop > 0");
  picture("desk-learnt");
}

// Any model from a file has a picture; what has no place is in tables, and a cell can be followed.
TEST_F(StudioPage, DrawsAModelFromItsFile) {
  const fs::path models = source_folder() / "models/lift";
  program_.emplace(folder_.path(), "rddl(" + (models / "domain.rddl").string() + "," +
                                       (models / "small.rddl").string() + ",engine=interpreter)");
  Browser& page = open(kDesk);
  EXPECT_GT(page.count(".world table button"), 4);
  const int rows = page.count(".world .chances li");
  page.click(".world table button.hidden");
  page.wait_until("document.querySelectorAll('.world .chances li').length === " +
                  std::to_string(rows + 1));
  page.click("[aria-label='Step forward']");
  planned(1);
  EXPECT_EQ(page.poor_contrast(), nlohmann::json::array());
  picture("desk-rddl");
  fits();
}

// All that the page does, without a mouse: everything is reached with Tab, and lets go again.
TEST_F(StudioPage, EverythingIsDoneByKeyboardAlone) {
  Browser& page = open(kDesk);
  const auto enter = [&](const std::string& selector) {
    page.tab_to(selector);
    page.press(Browser::kEnter);
  };
  enter(".summary");
  page.tab_to("[name=guide]");
  page.type_keys("timed");
  enter("#setup .primary");
  page.wait_for_text(".summary", "guide timed");
  planned(0);

  enter(".without");
  page.wait_for_text(".contrast", "without the guide");
  enter(".why .open");
  page.wait_for(".why .open + ul li b");
  enter(".why .act");
  planned(1);
  page.wait_for_text(".status", "yours");

  page.tab_to("textarea");
  page.press("a", Browser::kControl);
  page.type_keys("% coverage: check 0.9\n\ncheck(R) :- gess(R,V), V <= 60.\n");
  page.wait_for_text("#theory-state", "line 3, column 13");
  page.press("a", Browser::kControl);
  page.type_keys("% coverage: check 0.9\n\ncheck(R) :- guess(R,V), V <= 60.\n");
  page.wait_for_text("#theory-state", "1 of 1 rules fire");
  enter(".replan");
  page.wait_for_text(".contrast", "theory of the editor");
  enter(".save");
  page.wait_for_text(".rules", "saved as");

  enter("#tab-compare");
  page.tab_to(".rules input[type=number]");
  page.press("a", Browser::kControl);
  page.type_keys("4");
  enter(".compare");
  page.wait_for_text(".rules [role=status]", "4 of 4");
  enter("#tab-learn");
  enter(".learn");
  page.wait_for_text(".rules h3", "examples explained");
  enter(".take");
  page.wait_for_text("#theory-state", "rules fire");
}

// Each tab has an episode of its own, and one that searches does not hold up the other.
TEST_F(StudioPage, TabsDoNotGetInEachOthersWay) {
  Browser& page = open(kDesk);
  page.press(Browser::kRight);
  planned(1);
  page.open_tab(program_->address());
  planned(0);
  search_for_long();
  page.use_tab(0);
  page.press(Browser::kRight);
  planned(2);
  page.use_tab(1);
  EXPECT_EQ(page.count(".stop"), 1) << "it searches on";
  page.click(".stop");
  planned(0);
}

TEST_F(StudioPage, LongSearchIsStoppedAndThePageStaysAwake) {
  Browser& page = open(kDesk);
  search_for_long();
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

TEST_F(StudioPage, TextStandsOutInLightAndDark) {
  Browser& page = open(kDesk);
  choose("timed");
  page.wait_for_text("#theory-state", "rules fire");
  EXPECT_EQ(page.poor_contrast(), nlohmann::json::array());
  page.click(".theme button");
  EXPECT_EQ(page.poor_contrast(), nlohmann::json::array());
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
