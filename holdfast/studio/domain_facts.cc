#include "holdfast/studio/domain_facts.h"

#include <nlohmann/json.hpp>

#include "holdfast/base/error.h"
#include "holdfast/logic/vocabulary.h"
#include "holdfast/macro/in_words.h"
#include "holdfast/macro/shipped.h"
#include "holdfast/play/configure.h"

namespace holdfast::studio {

using nlohmann::json;

namespace {

// Whether the domain has such an agent: what it refuses it says when one starts.
bool has_agent(const Domain& domain, const AgentSettings& said) {
  try {
    domain.start(0, configure(domain, said));
    return true;
  } catch (const InputError&) {
    return false;
  }
}

json available(const Domain& domain, const char* option, std::initializer_list<const char*> names) {
  json list = json::array();
  for (const char* name : names) {
    if (has_agent(domain, {{option, name}})) list.push_back(name);
  }
  return list;
}

// Those that ship for the domain, by their short names.
json theories_of(std::string_view domain) {
  json list = json::array();
  const std::string folder = std::string(domain) + "/";
  for (const std::string& name : shipped_names()) {
    if (name.starts_with(folder)) list.push_back(name.substr(folder.size()));
  }
  return list;
}

json words_of(const logic::Vocabulary& words) {
  json list = json::array();
  for (const logic::Feature& feature : words.features()) {
    list.push_back({{"word", shape_of(feature)}, {"says", sentence_of(feature)}});
  }
  return list;
}

}  // namespace

json domain_facts(const Playthrough& playthrough) {
  const Domain& domain = playthrough.domain();
  json actions = json::array();
  for (Action a = 0; a < domain.action_count(); ++a) actions.push_back(domain.action_name(a));
  json facts{
      {"domain", domain.name()},
      {"discount", domain.discount()},
      {"step_limit", domain.step_limit()},
      {"optimum", domain.optimum() ? json(*domain.optimum()) : json()},
      {"actions", std::move(actions)},
      {"planners", available(domain, "planner", {"pomcp", "despot", "adaops"})},
      {"guides", available(domain, "guide", {"pure", "trivial", "preferred", "expert", "relaxed"})},
      {"theories", json::array()},
      {"words", json::array()}};
  if (const auto symbols = domain.start(0, configure(domain, {}))->symbols()) {
    facts["theories"] = theories_of(symbols->domain());
    facts["words"] = words_of(symbols->vocabulary());
  }
  return facts;
}

}  // namespace holdfast::studio
