#include "holdfast/study/recorded_study.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/recording.h"

namespace holdfast {
namespace {

std::string recorded(const AgentSettings& said, std::uint64_t seed) {
  const std::unique_ptr<Domain> domain = make_domain("tiger");
  return record_episode(*domain, seed, configure(*domain, said)).recording + "\n";
}

TEST(RecordedStudy, AgentsAreArmsAndEveryEpisodeHasItsReplay) {
  const TemporaryFolder folder;
  folder.write("two.jsonl", recorded({{"sims", "16"}}, 1) + recorded({{"sims", "16"}}, 2) + "\n" +
                                recorded({{"sims", "32"}}, 1));
  const ReportedStudy study = read_recordings(folder / "two.jsonl");
  const ExperimentSummary& summary = study.summary.experiments.at(0);
  ASSERT_EQ(summary.arms.size(), 2u);
  EXPECT_EQ(summary.arms[0].episodes.size(), 2u);
  EXPECT_EQ(summary.arms[0].arm.point.at("agent"), "pomcp, pure");
  EXPECT_EQ(summary.arms[1].arm.point.at("agent"), "pomcp, pure (2)");
  EXPECT_EQ(study.recordings.size(), 3u);
  EXPECT_EQ(summary.experiment.note, summary.arms[0].planned.domain);
  // The first agent is what the others are compared with, on the seeds that both have.
  EXPECT_EQ(summary.arms[1].differences.at("discounted").count(), 1u);
  EXPECT_TRUE(summary.arms[0].differences.empty());
  const ReportData data = report_data({&study, 1});
  const nlohmann::json& arms = data.summary["studies"][0]["experiments"][0]["arms"];
  EXPECT_EQ(arms[1]["recorded"][0]["part"], "recording/0/arm1/1");
  EXPECT_TRUE(data.parts.contains("recording/0/arm1/1"));
  EXPECT_NE(report_page({&study, 1}).find("Recorded episodes"), std::string::npos);
}

// Two files name their arms alike, and their episodes must not be taken for each other.
TEST(RecordedStudy, FilesKeepTheirEpisodesApart) {
  const TemporaryFolder folder;
  folder.write("one.jsonl", recorded({{"sims", "16"}}, 1));
  folder.write("two.jsonl", recorded({{"sims", "64"}}, 1));
  const std::vector<ReportedStudy> studies{read_recordings(folder / "one.jsonl"),
                                           read_recordings(folder / "two.jsonl")};
  const ReportData data = report_data(studies);
  const auto part = [&](std::size_t study) {
    return data.parts.at(
        data.summary["studies"][study]["experiments"][0]["arms"][0]["recorded"][0]["part"]);
  };
  EXPECT_NE(part(0), part(1));
}

TEST(RecordedStudy, DomainsStandSideBySide) {
  const TemporaryFolder folder;
  const std::unique_ptr<Domain> other = make_domain("rocksample(size=4,rocks=2)");
  folder.write("two.jsonl",
               recorded({{"sims", "16"}}, 1) +
                   record_episode(*other, 1, configure(*other, {{"sims", "16"}})).recording);
  const ReportedStudy study = read_recordings(folder / "two.jsonl");
  const ExperimentSummary& summary = study.summary.experiments.at(0);
  EXPECT_EQ(summary.experiment.x, "domain");
  EXPECT_EQ(summary.experiment.note, "");
  ASSERT_EQ(summary.arms.size(), 2u);
  EXPECT_EQ(summary.arms[0].arm.point.at("agent"), summary.arms[1].arm.point.at("agent"));
  EXPECT_TRUE(summary.arms[1].differences.empty()) << "there is no pair of two domains";
}

TEST(RecordedStudy, WhatIsNoRecordingIsSaidWithItsLine) {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& text) {
    folder.write("bad.jsonl", text);
    try {
      read_recordings(folder / "bad.jsonl");
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("nothing was wrong");
  };
  EXPECT_NE(message("{}\n").find("bad.jsonl:1:1: expected a recording"), std::string::npos);
  EXPECT_NE(message(recorded({}, 1) + "nonsense\n").find("bad.jsonl:2:1"), std::string::npos);
  const std::string broken = message(R"({"format":"holdfast-recording","version":2})");
  EXPECT_NE(broken.find("bad.jsonl:1:1: this recording is broken"), std::string::npos);
  EXPECT_EQ(broken.find("json.exception"), std::string::npos) << broken;
  EXPECT_NE(message("\n" + std::string(1000, '[')).find("bad.jsonl:2:1"), std::string::npos);
  EXPECT_NE(message("").find("has no recording"), std::string::npos);
}

}  // namespace
}  // namespace holdfast
