#include "holdfast/study/report.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "holdfast/base/temporary_folder.h"
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
    folder_ = std::make_unique<TemporaryFolder>();
    path_ = *folder_ / "report.sqlite";
    const Study study = parse_study(
        "title = 'Tiger </script>'\nseeds = 5\nrecord = 2\n[[experiment]]\ntitle = 'Over c'\n"
        "domain = 'tiger'\noptions = {sims = 32}\nx = 'sims'\nbaseline = {exploration = '1'}\n"
        "grid = {sims = [8, 64], exploration = [1, 100]}\n"
        "paper = [{sims = '8', exploration = '1', discounted = [3.5, 0.25]}]\n",
        "tiger.toml");
    const Schedule schedule = schedule_study(study);
    Store store(path_, Database::Access::write);
    store.adopt(study, "tiger.toml", schedule.by_experiment);
    Ranks alone;
    run_study(schedule, schedule.tasks, store, alone, {.jobs = 2});
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static std::unique_ptr<TemporaryFolder> folder_;
  static fs::path path_;
};
std::unique_ptr<TemporaryFolder> Report::folder_;
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

// Four arms with returns made up by hand; seeds 2 to 4 are the study's.
class MadeUp : public ::testing::Test {
 protected:
  MadeUp() {
    const Study study = parse_study(
        "seeds = 3\nfirst_seed = 2\n[[experiment]]\ndomain = 'tiger'\nx = 'sims'\n"
        "metrics = ['discounted']\nbaseline = {exploration = '1'}\n"
        "grid = {sims = [8, 64], exploration = [1, 100]}\n",
        "tiger.toml");
    const Schedule schedule = schedule_study(study);
    Store store(path_, Database::Access::write);
    store.adopt(study, "tiger.toml", schedule.by_experiment);
    const auto add = [&](const std::string& sims, const std::string& exploration,
                         std::uint64_t first_seed, const std::vector<double>& returns) {
      const std::vector<Arm>& arms = study.experiments[0].arms;
      for (std::size_t i = 0; i < arms.size(); ++i) {
        if (arms[i].point.at("sims") != sims || arms[i].point.at("exploration") != exploration) {
          continue;
        }
        std::vector<FinishedEpisode> episodes;
        for (const double r : returns) {
          episodes.push_back({schedule.by_experiment[0][i].key,
                              {.seed = first_seed++, .discounted = r, .steps = 1},
                              ""});
        }
        store.add(episodes);
      }
    };
    // Those of 1000 are of seeds that the study does not have.
    add("8", "1", 1, {1000, 1, 2, 3, 1000});
    add("8", "100", 3, {10, 20});
    add("64", "1", 2, {4, 4, 4});
  }

  TemporaryFolder folder_;
  fs::path path_ = folder_ / "made-up.sqlite";
};

// The lines of a CSV table by the names of its columns; commas in quotes do not count.
std::vector<std::map<std::string, std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> lines{{""}};
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      lines.back().emplace_back();
    } else if (c == '\n') {
      lines.push_back({""});
    } else {
      lines.back().back() += c;
    }
  }
  lines.pop_back();
  std::vector<std::map<std::string, std::string>> result;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].size(), lines[0].size()) << i;
    result.emplace_back();
    for (std::size_t c = 0; c < lines[0].size(); ++c) result.back()[lines[0][c]] = lines[i].at(c);
  }
  return result;
}

// By hand: the mean of 1, 2, 3 is 2, its error 1/sqrt(3), and t for two degrees of freedom 4.3027;
// of 10 and 20 it is 15, 5 and 12.7062; paired by their seeds they are 10 - 2 and 20 - 3.
TEST_F(MadeUp, NumbersInTheCsvTableAreTheStatisticsOfTheirOwnSeeds) {
  const std::vector<StudySummary> studies{read_for_report(path_).summary};
  std::map<std::string, std::map<std::string, std::string>> rows;
  for (const auto& row : read_csv(csv_table(studies))) {
    if (row.at("metric") == "discounted") rows[row.at("point")] = row;
  }
  ASSERT_EQ(rows.size(), 4u);
  const auto number = [&](const std::string& point, const std::string& column) {
    return std::stod(rows.at(point).at(column));
  };
  const std::string baseline = "sims=8; exploration=1", other = "sims=8; exploration=100";
  EXPECT_EQ(number(baseline, "episodes"), 3);
  EXPECT_EQ(number(baseline, "mean"), 2);
  EXPECT_NEAR(number(baseline, "standard_error"), 0.57735, 1e-5);
  EXPECT_NEAR(number(baseline, "ci95"), 4.30265 * 0.57735, 1e-4);
  EXPECT_EQ(rows.at(baseline).at("difference"), "");
  EXPECT_EQ(number(other, "episodes"), 2);
  EXPECT_EQ(number(other, "mean"), 15);
  EXPECT_NEAR(number(other, "standard_error"), 5, 1e-9);
  EXPECT_EQ(number(other, "difference"), 12.5);
  EXPECT_NEAR(number(other, "difference_ci95"), 12.7062 * 4.5, 1e-3);
  EXPECT_EQ(number("sims=64; exploration=1", "mean"), 4);
  EXPECT_EQ(number("sims=64; exploration=100", "episodes"), 0);
}

// By hand: of 1, 2, 3 against 21, 22, 23 on the same seeds, and of 4, 4, 4 against 4, 5, 90.
TEST(Best, IsWhatBeatsAllOthersBeyondTheNoise) {
  ExperimentSummary summary;
  summary.experiment.x = "size";
  summary.experiment.axes = {{"guide", {{"a", {}}, {"b", {}}}}, {"size", {{"4", {}}, {"6", {}}}}};
  const auto add = [&](const char* guide, const char* size, const std::vector<double>& returns) {
    ArmSummary arm{};
    arm.arm.point = {{"guide", guide}, {"size", size}};
    for (const double r : returns) {
      arm.episodes.push_back({.seed = arm.episodes.size(), .discounted = r, .steps = 1});
    }
    for (const Metric& m : metric_table()) {
      for (const EpisodeResult& r : arm.episodes) arm.metrics[m.name].add(m.of(r));
    }
    summary.arms.push_back(arm);
  };
  add("a", "4", {1, 2, 3});
  add("b", "4", {21, 22, 23});
  add("a", "6", {4, 4, 4});
  add("b", "6", {4, 5, 90});
  compare_arms(summary);
  EXPECT_TRUE(summary.arms[0].best.empty());
  EXPECT_EQ(summary.arms[1].best, std::set<std::string>{"discounted"});
  EXPECT_TRUE(summary.arms[2].best.empty());
  EXPECT_TRUE(summary.arms[3].best.empty()) << "33 against 4, but one episode made it";
  // Without a declared baseline the first series is it.
  EXPECT_EQ(baseline_of(summary.experiment), (std::map<std::string, std::string>{{"guide", "a"}}));
  EXPECT_NEAR(summary.arms[1].differences.at("discounted").mean(), 20, 1e-9);
  EXPECT_TRUE(summary.arms[0].differences.empty());
}

TEST_F(MadeUp, EveryArmStandsInItsRowAndColumn) {
  const std::string markdown = markdown_tables(std::vector{read_for_report(path_).summary});
  for (const char* line :
       {"| sims | 8 | 64 |", "| 1 | 2.0 ± 2.5 | 4 ± 0 |", "| 100 | 15 ± 64 | – |"}) {
    EXPECT_NE(markdown.find(line), std::string::npos) << line << " is not in\n" << markdown;
  }
}

// What stands between two texts, the first time.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t start = text.find(before) + before.size();
  return text.substr(start, text.find(after, start) - start);
}

TEST_F(Report, ThePageHoldsTheDataAndCannotBeBrokenByIt) {
  const std::vector<ReportedStudy> studies{read_for_report(path_)};
  const ReportData data = report_data(studies);
  const std::string page = report_page(studies);
  const nlohmann::json embedded =
      nlohmann::json::parse(between(page, "id=\"report-data\">", "</script>"));
  EXPECT_EQ(embedded, data.summary);
  EXPECT_EQ(embedded.at("studies")[0].at("title"), "Tiger </script>");
  // Four arms with rows, and two recordings each.
  EXPECT_EQ(data.parts.size(), 12U);
  for (const auto& [name, text] : data.parts) {
    EXPECT_EQ(between(page, "data-part=\"" + name + "\">", "</script>"), text) << name;
  }
}

// The page reads summaries at once: however many episodes there are, they do not grow.
TEST_F(Report, SummariesHaveNoRows) {
  const std::vector<ReportedStudy> few{read_for_report(path_)};
  std::vector<ReportedStudy> many = few;
  for (ArmSummary& arm : many[0].summary.experiments[0].arms) {
    while (arm.episodes.size() < 1000) arm.episodes.push_back(arm.episodes.back());
  }
  EXPECT_LT(report_data(many).summary.dump().size(), report_data(few).summary.dump().size() + 100);
  EXPECT_EQ(report_data(many).summary["studies"][0]["experiments"][0]["arms"][0]["episodes"], 1000);
}

TEST_F(Report, LearntRulesAreShownAndOtherJsonIsRefused) {
  const TemporaryFolder folder;
  const fs::path file = folder / "some-learning.json";
  std::ofstream(file) << R"json({"rules": ["init(east) :- V > 70, guess(R,V)."], "coverage":
    {"east": 0.9}, "examples": 10, "covered": 9, "candidates": 5, "seconds": 0.1})json";
  const std::vector<nlohmann::json> learning{read_learning(file)};
  EXPECT_EQ(learning[0].at("title"), "some-learning");
  EXPECT_EQ(report_data({}, learning).summary.at("learning")[0].at("learn").at("covered"), 9);
  for (const char* text : {"[]", "{}", "not json", "{\"learn\": 3}"}) {
    std::ofstream(file) << text;
    EXPECT_THROW(read_learning(file), InputError) << text;
  }
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
      "title = '<!--<script>'\ndescription = 'See [x](y) <script>'\n[[experiment]]\n"
      "title = 'a\\input{/etc/passwd} $x^2~ | <b>'\ndomain = 'tiger'\nx = 'sims'\n"
      "grid = {sims = [8], exploration = [{label = '=1+1 | \\x', exploration = 1}]}\n",
      "=cmd.toml");
  const Schedule schedule = schedule_study(summary.study);
  const Experiment& e = summary.study.experiments[0];
  ArmSummary arm{e.arms[0], schedule.by_experiment[0][0], {}, {}, {}};
  for (const std::string& name : all_metrics()) arm.metrics[name];
  summary.experiments.push_back({e, {arm}});
  return summary;
}

TEST(HostileReport, TheDataCannotLeaveItsScript) {
  const std::vector<ReportedStudy> studies{{hostile(), {}}};
  const std::string page = report_page(studies);
  const std::string data = between(page, "id=\"report-data\">", "</script>");
  EXPECT_EQ(data.find('<'), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(data), report_data(studies).summary);
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
  EXPECT_NE(markdown.find("\n\nSee [x](y) &lt;script>\n\n"), std::string::npos) << markdown;
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
