// The report in a real browser: it loads without an error, draws its charts, answers to the
// keyboard and the mouse, replays an episode step by step, and asks the network for nothing.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "holdfast/app/child_process.h"
#include "holdfast/base/files.h"

namespace holdfast::app {
namespace {

namespace fs = std::filesystem;

// Before the page's own scripts: remembers everything that goes wrong.
constexpr const char* kWatch = R"js(<script>
  window.failures = [];
  window.addEventListener('error', (e) => failures.push(String(e.message)));
  window.addEventListener('unhandledrejection', (e) => failures.push(String(e.reason)));
  document.addEventListener('securitypolicyviolation', (e) => failures.push('blocked ' + e.blockedURI));
  for (const level of ['error', 'warn']) {
    console[level] = (...words) => failures.push(words.join(' '));
  }
</script>)js";

// After it: uses the page as a person would, and leaves what it saw in #seen.
constexpr const char* kDrive = R"js(<script>
  // Yields to the page without timers: the browser's clock is virtual here, and would run ahead of
  // work in other threads.
  const yielded = () =>
    new Promise((done) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = done;
      channel.port2.postMessage(0);
    });
  const until = async (what, condition) => {
    for (let i = 0; i < 200000; ++i) {
      const value = condition();
      if (value) return value;
      await yielded();
    }
    throw new Error(`waited in vain for ${what}`);
  };
  const find = (selector) => document.querySelector(selector);
  const press = (target, key) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const step = () => find('.replay')?.dataset.step;
  const drive = async (seen) => {
    await until('a chart', () => find('.choice'));
    seen.charts = document.querySelectorAll('figure svg').length;
    seen.points = document.querySelectorAll('.choice').length;
    seen.lines = document.querySelectorAll("g[aria-label='line'] path").length;
    seen.cells = document.querySelectorAll('td button').length;
    press(find('.choice'), 'Enter');
    await until('the dialog by keyboard', () => find('dialog')?.open);
    find("[aria-label='Close']").click();
    await until('the dialog to close', () => !find('dialog'));
    // Every point opens its own arm.
    for (const point of document.querySelectorAll('.choice')) {
      point.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await until('the dialog by mouse', () => find('dialog')?.open);
      const arm = find('dialog').getAttribute('aria-label');
      if (!point.getAttribute('aria-label').startsWith(`${arm}: `)) {
        failures.push(`${point.getAttribute('aria-label')} opened ${arm}`);
      }
      find("[aria-label='Close']").click();
      await until('the dialog to close', () => !find('dialog'));
    }
    find('.choice').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await until('the dialog once more', () => find('dialog')?.open);
    seen.recorded = document.querySelectorAll('.recorded button').length;
    find('.recorded button').click();
    await until('the replay', () => step() === '0');
    press(window, 'ArrowRight');
    await until('a step', () => step() === '1');
    press(window, 'ArrowRight');
    await until('another step', () => step() === '2');
    press(window, 'ArrowLeft');
    await until('a step back', () => step() === '1');
    find("[aria-label='Step forward']").click();
    await until('a step by button', () => step() === '2');
    seen.rover = document.querySelectorAll('.rover').length;
    seen.rocks = document.querySelectorAll('.rocks li').length;
    seen.actions = document.querySelectorAll('.reasons tbody tr').length;
    press(window, 'End');
    await until('the end', () => find('.reasons').textContent.includes('discounted return'));
    seen.too_wide = document.documentElement.scrollWidth > innerWidth;
    seen.done = true;
  };
  window.addEventListener('load', async () => {
    const seen = {};
    try {
      await drive(seen);
    } catch (error) {
      failures.push(String(error));
    }
    seen.requests = performance.getEntriesByType('resource').map((r) => r.name);
    seen.failures = failures;
    document.documentElement.innerHTML = '<body><pre id="seen"></pre></body>';
    document.getElementById('seen').textContent = JSON.stringify(seen);
  });
</script>)js";

std::string unescaped(std::string text) {
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"&lt;", "<"},
                                 {"&gt;", ">"},
                                 {"&quot;", "\""},
                                 {"&amp;", "&"}}) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

class ReportPage : public ::testing::Test {
 protected:
  ReportPage()
      : folder_(fs::temp_directory_path() / ("holdfast-page-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~ReportPage() override { fs::remove_all(folder_); }

  std::string make_report() const {
    std::ofstream(folder_ / "small.toml")
        << "seeds = 3\nrecord = 1\n[[experiment]]\nx = 'size'\nbaseline = {guide = 'pure'}\n"
           "domain = 'rocksample(size={size},rocks=3,layout=random)'\noptions = {sims = 64}\n"
           "grid = {size = [4, 6], guide = ['pure', 'preferred']}\n"
           "[[experiment]]\nname = 'table'\nlayout = 'table'\nx = 'size'\noptions = {sims = 64}\n"
           "domain = 'rocksample(size={size},rocks=3,layout=random)'\n"
           "grid = {guide = ['pure', 'preferred'], size = [4, 6]}\n";
    const fs::path database = folder_ / "small.sqlite";
    const fs::path page = folder_ / "report.html";
    EXPECT_EQ(run({HOLDFAST_BINARY, "study", folder_ / "small.toml", "-o", database}).exit_code, 0);
    EXPECT_EQ(run({HOLDFAST_BINARY, "report", database, "-o", page}).exit_code, 0);
    return read_file(page);
  }

  // What the driver saw on a screen of this size.
  nlohmann::json visit(const std::string& page, const std::string& size) const {
    std::string driven = page;
    driven.insert(driven.find("<head>") + 6, kWatch);
    driven.insert(driven.rfind("</body>"), kDrive);
    std::ofstream(folder_ / "driven.html") << driven;
    const ChildProcess::Result result =
        run({"chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
             "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--user-data-dir=" + (folder_ / "profile").string(),
             "--window-size=" + size, "--virtual-time-budget=20000", "--dump-dom",
             "file://" + (folder_ / "driven.html").string()});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    const std::string open = "<pre id=\"seen\">";
    const std::size_t start = result.output.find(open);
    if (start == std::string::npos) {
      ADD_FAILURE() << "the page was not driven to its end\n" << result.errors;
      return {};
    }
    const std::size_t end = result.output.find("</pre>", start);
    return nlohmann::json::parse(
        unescaped(result.output.substr(start + open.size(), end - start - open.size())));
  }

  fs::path folder_;
};

TEST_F(ReportPage, LoadsDrawsReplaysAndNeedsNoNetwork) {
  if (run({"chromium", "--version"}).exit_code != 0) GTEST_SKIP() << "chromium is not installed";
  const std::string page = make_report();
  for (const char* size : {"1400,900", "500,800"}) {
    const nlohmann::json seen = visit(page, size);
    ASSERT_TRUE(seen.is_object());
    EXPECT_EQ(seen.at("failures"), nlohmann::json::array()) << seen;
    EXPECT_EQ(seen.at("requests"), nlohmann::json::array()) << seen;
    EXPECT_TRUE(seen.value("done", false)) << seen;
    EXPECT_EQ(seen.value("charts", 0), 4) << seen;
    EXPECT_EQ(seen.value("points", 0), 16) << seen;
    EXPECT_EQ(seen.value("lines", 0), 4) << seen;
    EXPECT_EQ(seen.value("cells", 0), 16) << seen;
    EXPECT_EQ(seen.value("recorded", 0), 1) << seen;
    EXPECT_EQ(seen.value("rover", 0), 1) << seen;
    EXPECT_EQ(seen.value("rocks", 0), 3) << seen;
    EXPECT_GT(seen.value("actions", 0), 1) << seen;
    EXPECT_FALSE(seen.value("too_wide", true)) << seen;
  }
}

// The page in the program is the one that its sources make.
TEST(Web, BuiltPageIsUpToDate) {
  const fs::path web = fs::path(HOLDFAST_SOURCE_DIR) / "web";
  if (run({"node", "--version"}).exit_code != 0 || !fs::exists(web / "node_modules")) {
    GTEST_SKIP() << "needs Node, and `npm ci` in web/";
  }
  const fs::path output =
      fs::temp_directory_path() / ("holdfast-web-" + std::to_string(::getpid()));
  const ChildProcess::Result built =
      run({"bash", "-c",
           "cd '" + web.string() + "' && npx vite build --emptyOutDir --outDir '" +
               output.string() + "'"});
  ASSERT_EQ(built.exit_code, 0) << built.errors;
  const std::string fresh = read_file(output / "report.html");
  fs::remove_all(output);
  EXPECT_TRUE(fresh == read_file(web / "dist" / "report.html"))
      << "web/dist/report.html is not what web/ makes; run `npm run build` in web/";
}

}  // namespace
}  // namespace holdfast::app
