// What `holdfast domains` shows of a model.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "holdfast/domains/rddl/rddl_domain_of.h"
#include "holdfast/rddl/analysis.h"
#include "holdfast/rddl/reward_range.h"

namespace holdfast {
namespace {

using rddl::Analysis;
using rddl::FluentKind;
using rddl::GroundModel;

constexpr std::size_t kMostLines = 40;

// "robot-at(xpos,ypos)"
std::string signature(const GroundModel& model, const rddl::Fluent& f) {
  std::vector<std::string> types;
  for (const int t : f.types) types.push_back(model.program.type(t).name);
  return types.empty() ? f.name : fmt::format("{}({})", f.name, fmt::join(types, ","));
}

std::vector<std::string> objects(const GroundModel& model) {
  std::vector<std::string> lines;
  for (const rddl::Type& t : model.program.types) {
    lines.push_back(fmt::format("{}: {}", t.name, fmt::join(t.objects, ", ")));
  }
  return lines;
}

// How many of the ground fluents of each fluent are known.
std::vector<std::string> state_fluents(const GroundModel& model, const Analysis& analysis) {
  std::map<int, int> known;
  for (std::size_t i = 0; i < model.state.size(); ++i) {
    known[model.state[i].fluent] += analysis.known[i];
  }
  std::vector<std::string> lines;
  for (const auto& [f, count] : known) {
    const rddl::Fluent& fluent = model.program.fluent(f);
    const std::string how = count == fluent.ground_count ? "known"
                            : count == 0
                                ? "hidden"
                                : fmt::format("{} of {} known", count, fluent.ground_count);
    lines.push_back(fmt::format("{:<40} {}", signature(model, fluent), how));
  }
  return lines;
}

std::vector<std::string> fluents(const GroundModel& model, FluentKind kind) {
  std::vector<std::string> lines;
  for (const rddl::Fluent& f : model.program.fluents) {
    if (f.kind == kind) lines.push_back(signature(model, f));
  }
  return lines;
}

std::vector<std::string> actions(const GroundModel& model, const Analysis& analysis) {
  std::vector<std::string> lines;
  const std::size_t count = model.joint_actions.size();
  for (std::size_t a = 0; a < std::min(count, kMostLines); ++a) {
    lines.push_back(fmt::format("{:<40} {}", model.action_name(static_cast<int>(a)),
                                analysis.foreseeable[a] ? "foreseeable" : "not foreseeable"));
  }
  if (count > kMostLines) lines.push_back(fmt::format("... and {} more", count - kMostLines));
  return lines;
}

std::vector<std::string> sizes(const GroundModel& model) {
  const rddl::Range rewards = rddl::reward_range(model);
  return {fmt::format("state {} bits, observation {} bits, {} joint actions", model.state.size(),
                      model.observation.size(), model.joint_actions.size()),
          fmt::format("horizon {}, discount {}, rewards from {} to {}", model.program.horizon,
                      model.program.discount, rewards.low, rewards.high)};
}

}  // namespace

std::vector<Domain::Section> rddl_contents(const rddl::ModelWords& words) {
  const GroundModel& model = words.filter.model();
  const Analysis& analysis = words.filter.analysis();
  std::vector<Domain::Section> sections{
      {"instance", {fmt::format("{} of {}", model.program.instance, model.program.domain)}},
      {"sizes", sizes(model)},
      {"objects", objects(model)},
      {"state fluents", state_fluents(model, analysis)},
      {"observation fluents", fluents(model, FluentKind::observation)},
      {"actions", actions(model, analysis)}};
  if (!words.table.left_out.empty()) {
    sections.push_back({"left out of words for rules", words.table.left_out});
  }
  return sections;
}

}  // namespace holdfast
