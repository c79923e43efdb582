#include "holdfast/bench/signature.h"

#include <fmt/format.h>

#include <string>

#include "holdfast/agents/agent_options.h"
#include "holdfast/base/digest.h"
#include "holdfast/domains/registry.h"
#include "holdfast/plan/pomcp_options.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/episode.h"

namespace holdfast {
namespace {

struct Case {
  const char* domain;
  AgentSettings settings;
};

// Short episodes with small budgets: what matters is that every way through the code is taken.
std::vector<Case> cases() {
  const char* const rover = "rocksample(7,8,steps=25)";
  const char* const far = "rocksample(size=15,rocks=15,steps=25)";
  const char* const maze = "pocman(map=10x10,steps=25)";
  const char* const full = "pocman(map=full,steps=15)";
  const std::string ample = std::to_string(PomcpOptions::kAmple);
  std::vector<Case> all{
      {"tiger", {{"sims", "512"}}},
      {"tiger", {{"sims", "512"}, {"threads", "3"}}},
      {"tiger", {{"planner", "despot"}, {"trials", "50"}}},
      {rover, {{"sims", "512"}, {"threads", "2"}}},
      {rover, {{"sims", "512"}, {"fresh-tree", "true"}, {"exploration", "5"}}},
      {rover, {{"guide", "local"}, {"sims", "64"}}},
      {rover, {{"planner", "despot"}, {"trials", "30"}, {"threads", "2"}}},
      {rover, {{"planner", "despot"}, {"trials", "30"}, {"lambda", "0.1"}, {"upper", "trivial"}}}};
  for (const char* domain : {rover, far, maze, full}) {
    for (const char* guide : {"pure", "preferred", "timed", "learnt", "learnt-local"}) {
      all.push_back({domain, {{"guide", guide}, {"sims", "256"}}});
    }
    for (const char* reading : {"printed", "temporal"}) {
      all.push_back({domain, {{"guide", "timed"}, {"reading", reading}, {"sims", "256"}}});
    }
  }
  for (const char* domain : {rover, maze}) {
    for (const char* guide : {"preferred", "learnt"}) {
      all.push_back({domain, {{"guide", guide}, {"sims", ample}}});
    }
    for (const char* lower : {"trivial", "preferred", "timed", "learnt"}) {
      all.push_back(
          {domain,
           {{"planner", "despot"}, {"lower", lower}, {"trials", "10"}, {"scenarios", "50"}}});
    }
  }
  return all;
}

SignaturePart play(const Case& c) {
  const std::unique_ptr<Domain> domain = make_domain(c.domain);
  std::string text;
  const EpisodeObserver observer{
      .start = {},
      .before = [&](const Session&, int,
                    const Decision& d) { text += fmt::format("{} {}\n", d.action, d.model_steps); },
      .after = {}};
  play_episode(*domain, 1, configure(*domain, c.settings), observer);
  std::string name = c.domain;
  for (const auto& [option, value] : c.settings) name += fmt::format(" {}={}", option, value);
  return {name, static_cast<std::uint32_t>(fnv1a(text))};
}

}  // namespace

std::vector<SignaturePart> signature_parts() {
  std::vector<SignaturePart> parts;
  for (const Case& c : cases()) parts.push_back(play(c));
  return parts;
}

std::uint64_t signature(const std::vector<SignaturePart>& parts) {
  std::string text;
  for (const SignaturePart& part : parts) text += fmt::format("{} {}\n", part.name, part.value);
  return fnv1a(text) % 100000000;
}

}  // namespace holdfast
