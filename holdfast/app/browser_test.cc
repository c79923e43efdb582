// That the browser tells what goes wrong in a page; else tests that find nothing wrong mean
// nothing.
#include "holdfast/app/browser.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "holdfast/base/temporary_folder.h"

namespace holdfast::app {
namespace {

namespace fs = std::filesystem;

class BrowserTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!Browser::installed()) GTEST_SKIP() << "chromium and chromium-driver are not installed";
  }

  std::string written(const std::string& body) const {
    std::ofstream(page_) << "<!doctype html><link rel='icon' href='data:,'><body>" << body;
    return "file://" + page_.string();
  }

  TemporaryFolder folder_;
  fs::path page_ = folder_ / "page.html";
};

int with(const std::vector<std::string>& lines, const std::string& words) {
  return static_cast<int>(std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(words) != std::string::npos;
  }));
}

TEST_F(BrowserTest, TellsErrorsAndRequests) {
  Browser browser({});
  browser.open(
      written("<script>console.error('one'); console.warn('two'); console.log('three');"
              "Promise.reject(new Error('four')); fetch('http://127.0.0.1:9/five').catch(() => {});"
              "setTimeout(() => { document.title = 'done'; throw new Error('six'); })</script>"));
  browser.wait_until("document.title === 'done'");
  const std::vector<std::string> errors = browser.errors();
  for (const char* word : {"one", "two", "four", "six"}) EXPECT_EQ(with(errors, word), 1) << word;
  EXPECT_EQ(with(errors, "three"), 0);
  EXPECT_EQ(browser.requests(), std::vector<std::string>{"http://127.0.0.1:9/five"});

  browser.open(written("<p>quiet</p>"));
  browser.wait_for_text("p", "quiet");
  EXPECT_EQ(browser.errors(), std::vector<std::string>());
  EXPECT_EQ(browser.requests(), std::vector<std::string>());
}

TEST_F(BrowserTest, ClicksTypesAndWaitsForWhatComesLater) {
  Browser browser({});
  browser.open(written(
      "<input id='name'><button onclick=\"setTimeout(() => document.body.insertAdjacentHTML("
      "'beforeend', '<p>Hello ' + document.getElementById('name').value + '</p>'), 300)\">"
      "Greet</button>"));
  browser.type("#name", "Ada \"L\"");
  browser.click("button");
  browser.wait_for_text("p", "Hello Ada \"L\"");
  EXPECT_EQ(browser.count("p"), 1);
  browser.focus("button");
  browser.press(Browser::kEnter);
  browser.wait_until("document.querySelectorAll('p').length === 2");
  EXPECT_THROW(browser.evaluate("nothing.at.all"), std::runtime_error);
}

TEST_F(BrowserTest, SavesWhatItSees) {
  Browser browser({.width = 640, .height = 480});
  browser.open(written("<p>picture</p>"));
  const fs::path png = page_.string() + ".png";
  browser.save_screenshot(png);
  char signature[8] = {};
  std::ifstream(png, std::ios::binary).read(signature, sizeof signature);
  EXPECT_EQ(std::string(signature, 8), "\x89PNG\r\n\x1a\n");
  fs::remove(png);
}

}  // namespace
}  // namespace holdfast::app
