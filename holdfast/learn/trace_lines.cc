#include "holdfast/learn/trace_lines.h"

#include <fmt/format.h>

#include "holdfast/base/json.h"

namespace holdfast::learn {
namespace {

using nlohmann::json;

const char* kind_name(logic::Feature::Kind kind) {
  switch (kind) {
    case logic::Feature::Kind::flag:
      return "flag";
    case logic::Feature::Kind::value:
      return "value";
    case logic::Feature::Kind::series:
      return "series";
  }
  return "";
}

}  // namespace

json header_json(const TraceHeader& header) {
  json features = json::array(), actions = json::array();
  for (const logic::Feature& f : header.features) {
    json feature = {{"name", f.name}, {"kind", kind_name(f.kind)}};
    if (f.kind == logic::Feature::Kind::series) {
      feature["first"] = f.first;
      feature["last"] = f.last;
    }
    if (!f.of_entity) feature["of_entity"] = false;
    if (header.chances.contains(f.name)) feature["chance"] = true;
    if (!f.action.empty()) feature["action"] = f.action;
    features.push_back(std::move(feature));
  }
  for (const TraceAction& a : header.actions) {
    actions.push_back(
        {{"name", a.name}, {"of_entity", a.of_entity}, {"foreseeable", a.foreseeable}});
  }
  json line = {{"format", kTracesFormat},      {"version", kVersion},
               {"domain", header.domain},      {"options", header.options},
               {"seed", header.seed},          {"features", std::move(features)},
               {"actions", std::move(actions)}};
  if (!header.revision.empty()) line["revision"] = header.revision;
  return line;
}

json episode_json(const TraceEpisode& e) {
  json steps = json::array();
  for (const TraceStep& s : e.steps) {
    json step = {{"action", s.action}, {"reward", s.reward}, {"facts", s.facts}};
    if (!s.values.empty()) step["values"] = s.values;
    steps.push_back(std::move(step));
  }
  return {{"seed", e.seed},
          {"discounted", e.discounted},
          {"undiscounted", e.undiscounted},
          {"terminal", e.terminal},
          {"steps", std::move(steps)}};
}

namespace {

// How a line may fail: in the words of its format, not of the JSON library.
[[noreturn]] void fail_field(const char* name, const char* what) {
  throw InputError(
      fmt::format("expected \"{}\", {} (docs/learning.md, Traces, has every field)", name, what));
}

}  // namespace

const json& field(const json& object, const char* name, const char* what) {
  if (!object.is_object() || !object.contains(name)) fail_field(name, what);
  return object.at(name);
}

namespace {

std::string text(const json& object, const char* name, const char* what) {
  const json& j = field(object, name, what);
  if (!j.is_string()) fail_field(name, what);
  return j.get<std::string>();
}

double number(const json& object, const char* name) {
  const json& j = field(object, name, "a number");
  if (!j.is_number()) fail_field(name, "a number");
  return j.get<double>();
}

std::uint64_t seed(const json& object) {
  const json& j = field(object, "seed", "a whole number from 0 on");
  if (!j.is_number_unsigned()) fail_field("seed", "a whole number from 0 on");
  return j.get<std::uint64_t>();
}

bool flag(const json& object, const char* name) {
  const json& j = field(object, name, "true or false");
  if (!j.is_boolean()) fail_field(name, "true or false");
  return j.get<bool>();
}

const json& list(const json& object, const char* name) {
  const json& j = field(object, name, "a list");
  if (!j.is_array()) fail_field(name, "a list");
  return j;
}

int index(const json& object, const char* name) {
  const json& j = field(object, name, "a whole number");
  if (!j.is_number_integer() || j > 1'000'000 || j < -1'000'000) {
    fail_field(name, "a whole number");
  }
  return j.get<int>();
}

std::map<std::string, double> values(const json& step) {
  std::map<std::string, double> result;
  if (!step.contains("values")) return result;
  static constexpr const char* kValues = "an object with the worth of actions by their names";
  const json& j = step.at("values");
  if (!j.is_object()) fail_field("values", kValues);
  for (const auto& [action, value] : j.items()) {
    if (!value.is_number()) fail_field("values", kValues);
    result[action] = value.get<double>();
  }
  return result;
}

}  // namespace

TraceEpisode to_episode(const json& j) {
  TraceEpisode e{.seed = seed(j),
                 .discounted = number(j, "discounted"),
                 .undiscounted = number(j, "undiscounted"),
                 .terminal = flag(j, "terminal")};
  for (const json& s : list(j, "steps")) {
    try {
      e.steps.push_back({text(s, "action", "a string such as \"check(2)\""), number(s, "reward"),
                         text(s, "facts", "a string such as \"dist(0,8). wall(1).\""), values(s)});
    } catch (const InputError& error) {
      throw InputError(fmt::format("step {}: {}", e.steps.size() + 1, error.what()));
    }
  }
  return e;
}

namespace {

logic::Feature to_feature(const json& j) {
  using FeatureKind = logic::Feature::Kind;
  static constexpr const char* kKinds = "flag, value or series";
  logic::Feature feature{.name = text(j, "name", "the name of a feature")};
  const std::string kind = text(j, "kind", kKinds);
  if (j.contains("of_entity")) feature.of_entity = flag(j, "of_entity");
  if (j.contains("action")) feature.action = text(j, "action", "the name of an action");
  for (const FeatureKind k : {FeatureKind::flag, FeatureKind::value, FeatureKind::series}) {
    if (kind != kind_name(k)) continue;
    feature.kind = k;
    if (k == FeatureKind::series) {
      feature.first = index(j, "first");
      feature.last = index(j, "last");
    }
    return feature;
  }
  fail_field("kind", kKinds);
}

}  // namespace

TraceHeader to_header(const json& j) {
  TraceHeader header{.domain = text(j, "domain", "the name of the domain"),
                     .options = field(j, "options", "an object with the options of the agent"),
                     .seed = seed(j)};
  if (j.contains("revision")) header.revision = text(j, "revision", "the revision of a program");
  for (const json& f : list(j, "features")) {
    header.features.push_back(to_feature(f));
    const std::string& name = header.features.back().name;
    if (f.contains("chance") && flag(f, "chance")) header.chances.insert(name);
  }
  for (const json& a : list(j, "actions")) {
    header.actions.push_back(
        {text(a, "name", "the name of an action"), flag(a, "of_entity"), flag(a, "foreseeable")});
  }
  return header;
}

// What planners thought actions to be worth does not compare, and neither do their returns.
[[noreturn]] void fail_second_header(const TraceHeader& first, const json& second) {
  const auto planner = [](const json& options) {
    return options.is_object() && options.contains("planner") ? options.at("planner").dump()
                                                              : std::string("somebody");
  };
  throw InputError(fmt::format(
      "here other traces begin, of {} after those of {}; keep the traces of each run in a file of "
      "their own, and learn from one of them",
      planner(second.value("options", json())), planner(first.options)));
}

bool is_end(const json& line) { return line.is_object() && line.contains("end"); }

// The last line says how many episodes there are.
void check_end(const json& j, std::size_t episodes) {
  const json& count = field(j, "episodes", "the number of episodes");
  if (j.at("end") != true) fail_field("end", "true");
  if (count == episodes) return;
  throw InputError(
      fmt::format("the last line counts {} episodes, but {} are here; make these traces anew",
                  count.dump(), episodes));
}

}  // namespace holdfast::learn
