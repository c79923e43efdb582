#include "holdfast/studio/studio.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/json.h"
#include "holdfast/base/version.h"
#include "holdfast/domains/registry.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/shipped.h"
#include "holdfast/studio/domain_facts.h"
#include "holdfast/studio/lesson.h"
#include "holdfast/studio/theory_check.h"

namespace holdfast::studio {

using nlohmann::json;

namespace {

constexpr std::int64_t kMostSeed = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMostActions = 100'000;
constexpr std::size_t kMostDepth = 1000;

json failed(const std::string& what) { return {{"error", what}}; }

std::vector<Playthrough::Taken> taken_of(const json& list) {
  std::vector<Playthrough::Taken> result;
  for (const json& each : list) {
    const Request taken(each);
    const std::string by = taken.text_or("by", Playthrough::kPerson);
    if (by != Playthrough::kPerson && by != Playthrough::kPlanner) {
      throw InputError(fmt::format("'by' must be {} or {}, found {}", Playthrough::kPlanner,
                                   Playthrough::kPerson, by));
    }
    result.push_back({taken.text("action"), by});
  }
  return result;
}

std::vector<TreeStep> path_of(const json& list) {
  std::vector<TreeStep> path;
  for (const json& each : list) {
    const Request step(each);
    path.push_back({static_cast<Action>(step.whole("action", 0, std::numeric_limits<int>::max())),
                    static_cast<Observation>(step.whole("observation", 0, kMostSeed))});
  }
  return path;
}

int step_of(const Request& r) {
  return static_cast<int>(r.whole("step", 0, std::numeric_limits<int>::max()));
}

// A name and nothing else: files are saved where the studio was started.
void check_file_name(const std::string& name) {
  const bool plain = std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
  if (plain && name.ends_with(".lp") && name.size() > 3 && name.size() < 100 && name[0] != '.') {
    return;
  }
  throw InputError("name a file of letters, digits, - and _ that ends in .lp, such as mine.lp");
}

}  // namespace

Studio::Studio(StudioOptions options) : options_(std::move(options)) {}

Studio::~Studio() { stop(); }

void Studio::stop() {
  searches_.end();
  const std::lock_guard lock(mutex_);
  for (const auto& [number, comparison] : comparisons_) comparison->stop();
}

const std::map<std::string_view, Studio::Handler>& Studio::handlers() {
  static const std::map<std::string_view, Handler> all{
      {"about", &Studio::about},   {"start", &Studio::start},
      {"view", &Studio::view},     {"decide", &Studio::decide},
      {"act", &Studio::act},       {"back", &Studio::back},
      {"look", &Studio::look},     {"stop", &Studio::stop_searches},
      {"replan", &Studio::replan}, {"theory", &Studio::theory},
      {"check", &Studio::check},   {"compare", &Studio::compare},
      {"learn", &Studio::learn},   {"compared", &Studio::compared},
      {"save", &Studio::save}};
  return all;
}

json Studio::answer(const json& request, const std::stop_token& gone) {
  try {
    const Request r(request);
    const auto found = handlers().find(r.text("do"));
    if (found == handlers().end()) {
      throw InputError(fmt::format("there is no request '{}'", r.text("do")));
    }
    return (this->*found->second)(r, gone);
  } catch (const std::bad_alloc&) {
    return failed("out of memory");
  } catch (const std::exception& e) {
    return failed(e.what());
  }
}

std::string Studio::answer_text(std::string_view request, const std::stop_token& gone) {
  json reply;
  try {
    reply = answer(parse_json(request), gone);
  } catch (const json::exception&) {
    reply = failed("the request is not JSON");
  } catch (const std::exception& e) {
    reply = failed(e.what());
  }
  return reply.dump(-1, ' ', false, json::error_handler_t::replace);
}

Studio::Number Studio::keep(std::shared_ptr<Playthrough> playthrough) {
  const std::lock_guard lock(mutex_);
  if (seats_.size() >= options_.limits.playthroughs) {
    seats_.erase(
        std::ranges::min_element(seats_, {}, [](const auto& seat) { return seat.second.used; }));
  }
  seats_[next_] = {std::move(playthrough), ++clock_};
  return next_++;
}

std::shared_ptr<Playthrough> Studio::find(Number number) {
  const std::lock_guard lock(mutex_);
  const auto found = seats_.find(number);
  if (found == seats_.end()) {
    throw InputError(fmt::format("there is no episode {} any more; start it again", number));
  }
  found->second.used = ++clock_;
  return found->second.playthrough;
}

std::shared_ptr<Playthrough> Studio::playthrough_of(const Request& r) {
  return find(static_cast<Number>(r.whole("id", 0, kMostSeed)));
}

json Studio::about(const Request&, const std::stop_token&) {
  json domains = json::array();
  for (const DomainInfo& d : all_domains()) {
    json parameters = json::array();
    for (const ParameterInfo& p : d.parameters) {
      parameters.push_back({{"name", p.name}, {"default", p.default_value}, {"help", p.help}});
    }
    domains.push_back(
        {{"name", d.name}, {"summary", d.summary}, {"parameters", std::move(parameters)}});
  }
  return {{"version", version_with_revision()},
          {"domain", options_.domain},
          {"saves", !options_.folder.empty()},
          {"domains", std::move(domains)}};
}

json Studio::start(const Request& r, const std::stop_token&) {
  std::shared_ptr<const Domain> domain = make_domain(r.text_or("domain", options_.domain));
  const auto seed = static_cast<std::uint64_t>(r.whole_or("seed", 1, 0, kMostSeed));
  AgentConfig config = config_of(*domain, agent_choice(r), options_.limits);
  auto playthrough = std::make_shared<Playthrough>(std::move(domain), seed, std::move(config));
  playthrough->replay(taken_of(r.list("actions", kMostActions)));
  json reply = playthrough->view(0);
  reply["about"] = domain_facts(*playthrough);
  reply["options"] = config_json(playthrough->config());
  reply["id"] = keep(std::move(playthrough));
  return reply;
}

json Studio::view(const Request& r, const std::stop_token&) {
  return playthrough_of(r)->view(static_cast<int>(r.whole_or("from", 0, 0, 1'000'000'000)));
}

json Studio::decide(const Request& r, const std::stop_token& gone) {
  const auto playthrough = playthrough_of(r);
  const Searches::Running search(searches_, static_cast<Number>(r.whole("id", 0, kMostSeed)), gone);
  playthrough->decide(search.token(), r.flag("again"));
  return playthrough->view(std::numeric_limits<int>::max());
}

json Studio::act(const Request& r, const std::stop_token& gone) {
  const auto playthrough = playthrough_of(r);
  const Searches::Running search(searches_, static_cast<Number>(r.whole("id", 0, kMostSeed)), gone);
  playthrough->act(r.text_or("action", ""), search.token());
  json reply = playthrough->view(0);
  // The step that was taken, and the one that it led to.
  json& steps = reply["steps"];
  const std::size_t first = steps.size() - 2;
  reply["from"] = first;
  steps = json::array({std::move(steps[first]), std::move(steps[first + 1])});
  return reply;
}

json Studio::back(const Request& r, const std::stop_token&) {
  const auto playthrough = playthrough_of(r);
  playthrough->back_to(step_of(r));
  return playthrough->view(std::numeric_limits<int>::max());
}

json Studio::stop_searches(const Request& r, const std::stop_token&) {
  searches_.stop(static_cast<Number>(r.whole("id", 0, kMostSeed)));
  return json::object();
}

json Studio::look(const Request& r, const std::stop_token&) {
  return playthrough_of(r)->look(path_of(r.list("path", kMostDepth)));
}

json Studio::replan(const Request& r, const std::stop_token& gone) {
  const auto playthrough = playthrough_of(r);
  AgentConfig config = config_of(playthrough->domain(), agent_choice(r), options_.limits);
  if (const auto beside = r.object("beside")) {
    AgentConfig other = config_of(playthrough->domain(), agent_choice(*beside), options_.limits);
    share_search(config, other);
  }
  const Searches::Running search(searches_, static_cast<Number>(r.whole("id", 0, kMostSeed)), gone);
  return {{"decision", playthrough->replan(step_of(r), config, search.token())}};
}

json Studio::theory(const Request& r, const std::stop_token&) {
  const auto belief = playthrough_of(r)->belief(0);
  if (!belief) throw InputError("this domain does not speak to rules");
  const std::string domain(belief->domain());
  const std::string& name = r.text("name");
  const std::vector<std::string> shipped = shipped_names();
  if (std::ranges::find(shipped, domain + "/" + name) != shipped.end()) {
    return {{"name", name}, {"text", shipped_text(domain + "/" + name)}};
  }
  check_file_name(name);
  return {{"name", name}, {"text", read_file(options_.folder / name)}};
}

json Studio::check(const Request& r, const std::stop_token&) {
  const auto playthrough = playthrough_of(r);
  const auto belief = playthrough->belief(step_of(r));
  if (!belief) throw InputError("this agent has no belief that rules could see");
  const EditedTheory theory{r.text_or("name", "theory.lp"), r.text("text")};
  return check_theory(theory, *belief, playthrough->config().advice.horizon);
}

json Studio::compare(const Request& r, const std::stop_token&) {
  const auto playthrough = playthrough_of(r);
  // Agents refuse what they cannot do when they start: not in the background.
  const auto agent = [&](const char* key) {
    const std::optional<Request> choice = r.object(key);
    if (!choice) throw InputError(fmt::format("the request has no '{}'", key));
    AgentConfig config = config_of(playthrough->domain(), agent_choice(*choice), options_.limits);
    playthrough->domain().start(1, config);
    return config;
  };
  Comparison::Plan plan{
      .domain = make_domain(playthrough->domain().name()),
      .one = agent("one"),
      .other = agent("other"),
      .seed = static_cast<std::uint64_t>(r.whole_or("seed", 1, 0, kMostSeed)),
      .episodes = static_cast<int>(r.whole_or("episodes", 50, 1, options_.limits.episodes))};
  share_search(plan.one, plan.other);
  auto comparison = std::make_shared<Comparison>(std::move(plan));
  const auto id = static_cast<Number>(r.whole("id", 0, kMostSeed));
  std::shared_ptr<Comparison> before;  // ends without the lock
  const std::lock_guard lock(mutex_);
  before = std::exchange(comparisons_[id], comparison);
  return comparison->state();
}

json Studio::compared(const Request& r, const std::stop_token&) {
  std::shared_ptr<Comparison> comparison;
  {
    const std::lock_guard lock(mutex_);
    const auto found = comparisons_.find(static_cast<Number>(r.whole("id", 0, kMostSeed)));
    if (found == comparisons_.end()) throw InputError("nothing is compared");
    comparison = found->second;
  }
  if (r.flag("stop")) comparison->stop();
  return comparison->state();
}

json Studio::learn(const Request& r, const std::stop_token&) {
  std::vector<std::shared_ptr<Playthrough>> kept;
  std::vector<Played> episodes;
  for (const json& each : r.list("episodes", options_.limits.playthroughs)) {
    if (!each.is_number_unsigned()) throw InputError("'episodes' must be numbers of episodes");
    kept.push_back(find(each.get<Number>()));
    episodes.push_back({each.get<Number>(), *kept.back()});
  }
  return learn_from(episodes, options_.limits.learning);
}

json Studio::save(const Request& r, const std::stop_token&) {
  if (options_.folder.empty()) throw InputError("this studio saves nothing");
  const std::string& name = r.text("name");
  check_file_name(name);
  const std::filesystem::path path = options_.folder / name;
  if (std::filesystem::exists(path) && !r.flag("overwrite")) {
    return {{"exists", true}, {"name", name}};
  }
  AtomicFile file(path);
  file.stream() << r.text("text");
  file.commit();
  return {{"saved", path.string()}, {"name", name}};
}

}  // namespace holdfast::studio
