// From a study to the episodes that it asks for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/play/domain.h"
#include "holdfast/study/store.h"
#include "holdfast/study/study.h"

namespace holdfast {

// An arm ready to be played.
struct PlayableArm {
  PlannedArm planned;
  std::shared_ptr<const Domain> domain;
  AgentConfig config;
};

struct EpisodeTask {
  // Index into Schedule::arms.
  std::size_t arm = 0;
  std::uint64_t seed = 0;
  bool record = false;
};

struct Schedule {
  ArmsByExperiment by_experiment;
  // Every arm once, however many experiments share it.
  std::vector<PlayableArm> arms;
  // Seed by seed over all arms, so that a study that is half done compares arms on common seeds.
  std::vector<EpisodeTask> tasks;
};

// More episodes than anybody waits for; their list must fit the memory.
constexpr std::int64_t kMostStudyEpisodes = 10'000'000;

// Makes domains and configurations; throws InputError with the experiment's place in the file.
Schedule schedule_study(const Study& study);

// Starts each arm once, so that a guide or a file that is missing is found before hours of work.
void check_arms(const Study& study, const Schedule& schedule);

// The arm of the schedule with this key.
const PlannedArm& planned_arm(const Schedule& schedule, const std::string& key);

}  // namespace holdfast
