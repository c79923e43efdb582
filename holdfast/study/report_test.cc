#include "holdfast/study/report.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "holdfast/study/metrics.h"
#include "holdfast/study/runner.h"
#include "holdfast/study/tables.h"

namespace holdfast {
namespace {

namespace fs = std::filesystem;

// Tiger with two constants of exploration, played once for all tests.
class Report : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    path_ = fs::temp_directory_path() / ("holdfast-report-" + std::to_string(::getpid()));
    fs::remove(path_);
    const Study study = parse_study(
        "title = 'Tiger </script>'\nseeds = 5\nrecord = 2\n[[experiment]]\ntitle = 'Over c'\n"
        "domain = 'tiger'\noptions = {sims = 32}\nx = 'sims'\nbaseline = {exploration = '1'}\n"
        "grid = {sims = [8, 64], exploration = [1, 100]}\n"
        "paper = [{sims = '8', exploration = '1', discounted = [3.5, 0.25]}]\n",
        "tiger.toml");
    const StudyPlan plan = plan_study(study);
    Store store(path_, Database::Access::write);
    store.adopt(study, "tiger.toml", plan.plan);
    Ranks alone;
    run_study(plan, plan.tasks, store, alone, {.jobs = 2});
  }
  static void TearDownTestSuite() { fs::remove(path_); }

  static fs::path path_;
};
fs::path Report::path_;

TEST_F(Report, SummariesAreTheStatisticsOfTheRows) {
  const StudySummary summary = read_for_report(path_).summary;
  ASSERT_EQ(summary.experiments.size(), 1U);
  const std::vector<ArmSummary>& arms = summary.experiments[0].arms;
  ASSERT_EQ(arms.size(), 4U);
  double sum = 0;
  double difference = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    sum += arms[1].episodes[i].discounted;
    difference += arms[1].episodes[i].discounted - arms[0].episodes[i].discounted;
  }
  EXPECT_NEAR(arms[1].metrics.at("discounted").mean(), sum / 5, 1e-9);
  EXPECT_NEAR(arms[1].differences.at("discounted").mean(), difference / 5, 1e-9);
  EXPECT_TRUE(arms[0].differences.empty());
}

TEST_F(Report, TablesShowOursBesideThePapers) {
  const std::vector<StudySummary> studies{read_for_report(path_).summary};
  const std::string markdown = markdown_tables(studies);
  EXPECT_NE(markdown.find("| sims | 8 | 64 |"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("(paper 3.5 ± 0.25)"), std::string::npos) << markdown;
  EXPECT_NE(latex_tables(studies).find("(3.5 $\\pm$ 0.25)"), std::string::npos);
  const std::string csv = csv_table(studies);
  EXPECT_NE(csv.find("tiger,main,sims=8; exploration=1,"), std::string::npos) << csv;
  // Each line has as many fields as the header (the domain's commas are quoted).
  EXPECT_EQ(csv.find(",3.5,0.25\n") != std::string::npos, true);
}

TEST_F(Report, ThePageHoldsTheDataAndCannotBeBrokenByIt) {
  const std::vector<ReportedStudy> studies{read_for_report(path_)};
  const nlohmann::json data = report_json(studies);
  EXPECT_EQ(data.at("recordings").size(), 8U);
  const std::string page = report_page(studies);
  const std::string open = "id=\"report-data\">";
  const std::size_t start = page.find(open) + open.size();
  const std::size_t end = page.find("</script>", start);
  const nlohmann::json embedded = nlohmann::json::parse(page.substr(start, end - start));
  EXPECT_EQ(embedded, data);
  EXPECT_EQ(embedded.at("studies")[0].at("title"), "Tiger </script>");
}

TEST_F(Report, LearntRulesAreShownAndOtherJsonIsRefused) {
  const fs::path file = fs::temp_directory_path() / "holdfast-learning.json";
  std::ofstream(file) << R"json({"rules": ["init(east) :- V > 70, guess(R,V)."], "coverage":
    {"east": 0.9}, "examples": 10, "covered": 9, "candidates": 5, "seconds": 0.1})json";
  const std::vector<nlohmann::json> learning{read_learning(file)};
  EXPECT_EQ(learning[0].at("title"), "holdfast-learning");
  EXPECT_EQ(report_json({}, learning).at("learning")[0].at("learn").at("covered"), 9);
  for (const char* text : {"[]", "{}", "not json", "{\"learn\": 3}"}) {
    std::ofstream(file) << text;
    EXPECT_THROW(read_learning(file), InputError) << text;
  }
  fs::remove(file);
}

TEST_F(Report, ThePageAsksTheNetworkForNothing) {
  const std::string page(embedded_page());
  for (const char* word : {"src=\"http", "href=\"http", "@import", "url(http"}) {
    EXPECT_EQ(page.find(word), std::string::npos) << word;
  }
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

// Names that people give, as hostile as they come.
StudySummary hostile() {
  StudySummary summary;
  summary.study = parse_study(
      "title = '<!--<script>'\n[[experiment]]\n"
      "title = 'a\\input{/etc/passwd} $x^2~ | <b>'\ndomain = 'tiger'\nx = 'sims'\n"
      "grid = {sims = [8], exploration = [{label = '=1+1 | \\x', exploration = 1}]}\n",
      "=cmd.toml");
  const StudyPlan plan = plan_study(summary.study);
  const Experiment& e = summary.study.experiments[0];
  ArmSummary arm{e.arms[0], plan.plan[0][0], {}, {}, {}};
  for (const std::string& name : all_metrics()) arm.metrics[name];
  summary.experiments.push_back({e, {arm}});
  return summary;
}

TEST(HostileReport, TheDataCannotLeaveItsScript) {
  const std::vector<ReportedStudy> studies{{hostile(), {}}};
  const std::string page = report_page(studies);
  const std::string open = "id=\"report-data\">";
  const std::size_t start = page.find(open) + open.size();
  const std::string data = page.substr(start, page.find("</script>", start) - start);
  EXPECT_EQ(data.find('<'), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(data), report_json(studies));
}

TEST(HostileReport, TablesKeepTheirShapeAndRunNothing) {
  const std::vector<StudySummary> studies{hostile()};
  const std::string latex = latex_tables(studies);
  EXPECT_EQ(latex.find("\\input"), std::string::npos) << latex;
  EXPECT_NE(latex.find("a\\textbackslash{}input\\{/etc/passwd\\} \\$x\\textasciicircum{}2"
                       "\\textasciitilde{} | <b>"),
            std::string::npos)
      << latex;
  const std::string markdown = markdown_tables(studies);
  EXPECT_NE(markdown.find("# &lt;!--&lt;script>\n"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("| =1+1 \\| \\\\x | – |\n"), std::string::npos) << markdown;
  const std::string csv = csv_table(studies);
  EXPECT_NE(csv.find("\n\"'=cmd\",main,"), std::string::npos) << csv;
}

TEST_F(Report, WithoutTimingRunsCompareByteForByte) {
  ReportedStudy study = read_for_report(path_);
  leave_out_timing(study);
  const std::string csv = csv_table(std::vector{study.summary});
  EXPECT_EQ(csv.find("seconds"), std::string::npos);
  EXPECT_NE(csv.find("simulations_per_step"), std::string::npos);
  for (const auto& [id, text] : study.recordings) {
    const nlohmann::json result = nlohmann::json::parse(text).at("result");
    EXPECT_TRUE(result.contains("discounted"));
    EXPECT_FALSE(result.contains("seconds") || result.contains("search_seconds"));
  }
  EXPECT_NO_THROW(report_page(std::vector{study}));
}

}  // namespace
}  // namespace holdfast
