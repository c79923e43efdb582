#include "holdfast/learn/log.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/base/json.h"
#include "holdfast/learn/fact_reader.h"
#include "holdfast/learn/trace_words.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using logic::Feature;
using nlohmann::json;

constexpr const char* kLogFormat = "holdfast-log";

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// Finds out what the words are, from step to step.
class WordFinder {
 public:
  explicit WordFinder(const LogWords& said) : said_(said), reader_(table_) {}

  void read(const TraceStep& step) {
    std::map<std::string, int> here;
    reader_.read(step.facts, [&](const FlatAtom& fact) {
      const logic::Atom atom = table_.atom(fact);
      if (atom.arguments.size() > 2) {
        throw InputError(fmt::format(
            "the fact {} has {} arguments; facts of logs have two at most: an entity and a value",
            logic::to_string(atom), atom.arguments.size()));
      }
      Use& use = facts_[known(fact_order_, atom.predicate)];
      use.arguments = std::max(use.arguments, atom.arguments.size());
      const bool of_name = atom.arguments.size() == 1 && !is_number(fact.arguments[0]);
      use.entities = use.entities || of_name || ++here[atom.predicate] > 1;
    });
    if (step.action.empty()) throw InputError("an action has no name");
    reader_.read(step.action + ".", [&](const FlatAtom& fact) {
      const logic::Atom atom = table_.atom(fact);
      Use& use = actions_[known(action_order_, atom.predicate)];
      use.arguments = std::max(use.arguments, atom.arguments.size());
      if (atom.arguments.size() > 1) {
        throw InputError(fmt::format("the action {} is about several entities; one at most",
                                     logic::to_string(atom)));
      }
    });
  }

  void describe(TraceHeader& header) const {
    for (const std::string& name : fact_order_) {
      const Use& use = facts_.at(name);
      const bool flag = use.arguments == 0 || (use.arguments == 1 && of_entities(name, use));
      header.features.push_back({.name = name,
                                 .kind = flag ? Feature::Kind::flag : Feature::Kind::value,
                                 .of_entity = use.arguments == 2 || (flag && use.arguments == 1)});
    }
    for (const std::string& name : action_order_) {
      header.actions.push_back(
          {name, actions_.at(name).arguments == 1, contains(said_.foreseeable, name)});
    }
  }

  void check_said() const {
    for (const std::string& name : said_.flags) {
      if (!facts_.contains(name)) fail_unused("flags", name);
    }
    for (const std::string& name : said_.foreseeable) {
      if (!actions_.contains(name)) fail_unused("foreseeable", name);
    }
  }

 private:
  struct Use {
    std::size_t arguments = 0;
    // Whether it must be about entities.
    bool entities = false;
  };

  bool of_entities(const std::string& name, const Use& use) const {
    return use.entities || contains(said_.flags, name);
  }

  static const std::string& known(std::vector<std::string>& order, const std::string& name) {
    const auto found = std::ranges::find(order, name);
    return found != order.end() ? *found : order.emplace_back(name);
  }

  [[noreturn]] static void fail_unused(const char* what, const std::string& name) {
    throw InputError(fmt::format("\"{}\" names {}, which the log never has", what, name));
  }

  const LogWords& said_;
  AtomTable table_;
  FactReader reader_;
  // In the order of their first use.
  std::vector<std::string> fact_order_, action_order_;
  std::map<std::string, Use> facts_, actions_;
};

std::string episode_text(const TraceEpisode& e, std::size_t step) {
  return fmt::format("episode {}, step {}", e.seed, step + 1);
}

// What a line says, in the words of the format.
[[noreturn]] void fail_line(const char* what) {
  throw InputError(fmt::format(
      "expected {}; a step is a line such as {{\"facts\": \"charge(20).\", \"action\": \"dock\"}}",
      what));
}

std::string facts_text(const json& j) {
  if (j.is_string()) return j.get<std::string>();
  if (!j.is_array()) fail_line("\"facts\", a text or a list of texts");
  std::string all;
  for (const json& fact : j) {
    if (!fact.is_string()) fail_line("\"facts\", a text or a list of texts");
    const std::string text = fact.get<std::string>();
    all += (all.empty() ? "" : " ") + text + (text.ends_with('.') ? "" : ".");
  }
  return all;
}

TraceStep step_of(const json& j) {
  if (!j.is_object() || !j.contains("facts")) fail_line("an object with \"facts\"");
  if (!j.contains("action") || !j.at("action").is_string()) fail_line("\"action\", a text");
  TraceStep step{.action = j.at("action").get<std::string>(), .facts = facts_text(j.at("facts"))};
  if (j.contains("reward")) {
    if (!j.at("reward").is_number()) fail_line("\"reward\", a number");
    step.reward = j.at("reward").get<double>();
  }
  return step;
}

std::vector<std::string> names(const json& j, const char* field) {
  std::vector<std::string> result;
  if (!j.contains(field)) return result;
  const bool list = j.at(field).is_array();
  for (const json& name : list ? j.at(field) : json::array({0})) {
    if (!list || !name.is_string()) {
      throw InputError(fmt::format("expected \"{}\", a list of names", field));
    }
    result.push_back(name.get<std::string>());
  }
  return result;
}

LogWords words_of(const json& j) {
  if (!j.contains("version") || j.at("version") != 1) {
    throw InputError("expected \"version\", the number 1");
  }
  LogWords words{.flags = names(j, "flags"), .foreseeable = names(j, "foreseeable")};
  if (j.contains("domain")) {
    if (!j.at("domain").is_string()) throw InputError("expected \"domain\", a text");
    words.domain = j.at("domain").get<std::string>();
  }
  return words;
}

bool says_format(const json& j) {
  return j.is_object() && j.contains("format") && j.at("format") == kLogFormat;
}

}  // namespace

Traces traces_of(std::vector<TraceEpisode> episodes, const LogWords& words,
                 const std::string& file) {
  Traces traces{.episodes = std::move(episodes), .file = file};
  traces.header.domain = words.domain;
  traces.header.options = json::object();
  WordFinder finder(words);
  traces.judged = false;
  const auto each_step = [&](auto&& visit) {
    for (TraceEpisode& e : traces.episodes) {
      for (std::size_t i = 0; i < e.steps.size(); ++i) {
        try {
          visit(e, e.steps[i]);
        } catch (const InputError& error) {
          const std::string what = fmt::format("{}: {}", episode_text(e, i), error.what());
          if (e.line > 0) throw InputError(Place{file, e.line + static_cast<int>(i), 0}, what);
          throw InputError(what);
        }
      }
    }
  };
  each_step([&](TraceEpisode& e, TraceStep& step) {
    finder.read(step);
    e.discounted = e.undiscounted += step.reward;
    traces.judged = traces.judged || step.reward != 0;
  });
  finder.check_said();
  finder.describe(traces.header);
  TraceWords check(traces.header);
  for (TraceEpisode& e : traces.episodes) {
    try {
      check.check(e);
    } catch (const InputError& error) {
      throw InputError(
          fmt::format("{}{}episode {}, {}", file, file.empty() ? "" : ": ", e.seed, error.what()));
    }
  }
  return traces;
}

bool is_log(std::string_view text) {
  const json first = json::parse(text.substr(0, text.find('\n')), nullptr, false);
  if (!first.is_object()) return false;
  return first.contains("format") ? says_format(first)
                                  : first.contains("facts") || first.contains("action");
}

Traces parse_log(std::string_view text, const std::string& file) {
  LogWords words;
  std::vector<TraceEpisode> episodes;
  std::optional<json> name;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    try {
      const json j = parse_json(line);
      if (number == 1 && says_format(j)) {
        words = words_of(j);
        continue;
      }
      TraceStep step = step_of(j);
      const json episode = j.contains("episode") ? j.at("episode") : json();
      if (!name || *name != episode) {
        episodes.push_back({.seed = episodes.size() + 1, .terminal = true, .line = number});
        name = episode;
      }
      episodes.back().steps.push_back(std::move(step));
    } catch (const json::parse_error& e) {
      throw InputError(
          Place{file, number, static_cast<int>(e.byte)},
          "expected one JSON object on this line, which breaks off or goes wrong here");
    } catch (const InputError& e) {
      throw InputError(Place{file, number, 0}, e.what());
    }
  }
  return traces_of(std::move(episodes), words, file);
}

}  // namespace holdfast::learn
