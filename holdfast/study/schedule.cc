#include "holdfast/study/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "holdfast/base/digest.h"
#include "holdfast/base/error.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"

namespace holdfast {
namespace {

template <class F>
auto at_place(const Arm& arm, F make) {
  try {
    return make();
  } catch (const InputError& e) {
    throw InputError(arm.place, e.what());
  }
}

// Adds the options that it has to `used`.
PlayableArm playable(const Arm& arm, std::set<std::string>& used) {
  return at_place(arm, [&] {
    std::shared_ptr<const Domain> domain = make_domain(arm.domain);
    const AgentSettings settings = applicable(*domain, arm.settings);
    for (const auto& [name, value] : settings) used.insert(name);
    AgentConfig config = configure(*domain, settings);
    // A domain from outside is what its file holds.
    const std::string content = find_domain(arm.domain).content;
    PlannedArm planned{digest(domain->name() + '\n' + identity(config) + content), domain->name(),
                       config.planner, config.guide, config_json(config).dump()};
    return PlayableArm{std::move(planned), std::move(domain), std::move(config)};
  });
}

// An option that no arm of an experiment has is a mistake; one that some have is theirs.
void check_used(const Experiment& experiment, const std::set<std::string>& used) {
  for (const Arm& arm : experiment.arms) {
    for (const auto& [name, value] : arm.settings) {
      if (used.contains(name)) continue;
      throw InputError(arm.place, fmt::format("option '{}': no agent of this experiment has it; "
                                              "leave it out",
                                              name));
    }
  }
}

// Collects the tasks of all experiments, without doubles.
class TaskList {
 public:
  void add(std::size_t arm, std::uint64_t seed, bool record) {
    const auto [found, fresh] = index_.try_emplace({arm, seed}, tasks_.size());
    if (fresh) {
      tasks_.push_back({arm, seed, record});
    } else {
      tasks_[found->second].record |= record;
    }
  }
  std::vector<EpisodeTask> take() { return std::move(tasks_); }

 private:
  std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> index_;
  std::vector<EpisodeTask> tasks_;
};

void check_size(const Study& study) {
  std::int64_t episodes = 0;
  for (const Experiment& e : study.experiments) {
    episodes += e.seeds * static_cast<std::int64_t>(e.arms.size());
    if (episodes > kMostStudyEpisodes) {
      throw InputError(e.arms.front().place,
                       fmt::format("the study asks for {} episodes up to here; the most is {}",
                                   episodes, kMostStudyEpisodes));
    }
  }
}

}  // namespace

Schedule schedule_study(const Study& study) {
  check_size(study);
  Schedule result;
  std::map<std::string, std::size_t> known;
  std::vector<std::vector<std::size_t>> arms_of;
  std::int64_t most_seeds = 0;
  for (const Experiment& experiment : study.experiments) {
    result.by_experiment.emplace_back();
    arms_of.emplace_back();
    most_seeds = std::max(most_seeds, experiment.seeds);
    std::set<std::string> used;
    for (const Arm& arm : experiment.arms) {
      PlayableArm ready = playable(arm, used);
      result.by_experiment.back().push_back(ready.planned);
      const auto [found, fresh] = known.try_emplace(ready.planned.key, result.arms.size());
      arms_of.back().push_back(found->second);
      if (fresh) result.arms.push_back(std::move(ready));
    }
    check_used(experiment, used);
  }
  TaskList tasks;
  for (std::int64_t i = 0; i < most_seeds; ++i) {
    for (std::size_t e = 0; e < study.experiments.size(); ++e) {
      const Experiment& experiment = study.experiments[e];
      if (i >= experiment.seeds) continue;
      for (const std::size_t arm : arms_of[e]) {
        tasks.add(arm, experiment.first_seed + static_cast<std::uint64_t>(i),
                  i < experiment.record);
      }
    }
  }
  result.tasks = tasks.take();
  return result;
}

void check_arms(const Study& study, const Schedule& schedule) {
  std::map<std::string, const PlayableArm*> by_key;
  for (const PlayableArm& arm : schedule.arms) by_key[arm.planned.key] = &arm;
  for (std::size_t e = 0; e < study.experiments.size(); ++e) {
    const Experiment& experiment = study.experiments[e];
    for (std::size_t i = 0; i < experiment.arms.size(); ++i) {
      const auto found = by_key.find(schedule.by_experiment[e][i].key);
      if (found == by_key.end()) continue;
      at_place(experiment.arms[i], [&] {
        return found->second->domain->start(experiment.first_seed, found->second->config);
      });
      by_key.erase(found);
    }
  }
}

const PlannedArm& planned_arm(const Schedule& schedule, const std::string& key) {
  for (const PlayableArm& arm : schedule.arms) {
    if (arm.planned.key == key) return arm.planned;
  }
  throw Error("no arm of the study has the key " + key);
}

}  // namespace holdfast
