#include "holdfast/study/plan_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"

namespace holdfast {
namespace {

// FNV-1a: a name for a text; a study has some hundred arms, so 64 bits are plenty.
std::string digest(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  return fmt::format("{:016x}", hash);
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

// What results depend on: the domain, every option in force, and the content (not the name) of the
// files among them.
std::string key_of(const PlannedArm& planned, const AgentSettings& settings) {
  std::string identity =
      planned.domain + '\n' + planned.planner + '\n' + planned.guide + '\n' + planned.options;
  for (const auto& [name, value] : settings) {
    std::error_code code;
    if (!names_file(name, value) || !std::filesystem::is_regular_file(value, code)) continue;
    replace_all(identity, value, digest(read_file(value)));
  }
  return digest(identity);
}

template <class F>
auto at_place(const Arm& arm, F make) {
  try {
    return make();
  } catch (const InputError& e) {
    throw InputError(arm.place, e.what());
  }
}

PlayableArm playable(const Arm& arm) {
  return at_place(arm, [&] {
    std::shared_ptr<const Domain> domain = make_domain(arm.domain);
    AgentConfig config = configure(*domain, arm.settings);
    PlannedArm planned{"", domain->name(), config.planner, config.guide,
                       config_json(config).dump()};
    planned.key = key_of(planned, arm.settings);
    return PlayableArm{std::move(planned), std::move(domain), std::move(config)};
  });
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

StudyPlan plan_study(const Study& study) {
  check_size(study);
  StudyPlan result;
  std::map<std::string, std::size_t> known;
  std::vector<std::vector<std::size_t>> arms_of;
  std::int64_t most_seeds = 0;
  for (const Experiment& experiment : study.experiments) {
    result.plan.emplace_back();
    arms_of.emplace_back();
    most_seeds = std::max(most_seeds, experiment.seeds);
    for (const Arm& arm : experiment.arms) {
      PlayableArm ready = playable(arm);
      result.plan.back().push_back(ready.planned);
      const auto [found, fresh] = known.try_emplace(ready.planned.key, result.arms.size());
      arms_of.back().push_back(found->second);
      if (fresh) result.arms.push_back(std::move(ready));
    }
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

void check_arms(const Study& study, const StudyPlan& plan) {
  std::map<std::string, const PlayableArm*> by_key;
  for (const PlayableArm& arm : plan.arms) by_key[arm.planned.key] = &arm;
  for (std::size_t e = 0; e < study.experiments.size(); ++e) {
    const Experiment& experiment = study.experiments[e];
    for (std::size_t i = 0; i < experiment.arms.size(); ++i) {
      const auto found = by_key.find(plan.plan[e][i].key);
      if (found == by_key.end()) continue;
      at_place(experiment.arms[i], [&] {
        return found->second->domain->start(experiment.first_seed, found->second->config);
      });
      by_key.erase(found);
    }
  }
}

const PlannedArm& planned_arm(const StudyPlan& plan, const std::string& key) {
  for (const PlayableArm& arm : plan.arms) {
    if (arm.planned.key == key) return arm.planned;
  }
  throw Error("no arm of the study has the key " + key);
}

}  // namespace holdfast
