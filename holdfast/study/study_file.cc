// From TOML to a Study. Every mistake is reported with its line and column.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>
#include <sstream>

#include "holdfast/base/files.h"
#include "holdfast/base/spec.h"
#include "holdfast/macro/shipped.h"
#include "holdfast/study/metrics.h"
#include "holdfast/study/study.h"
#include "holdfast/study/toml.h"

namespace holdfast {
namespace {

using Names = std::vector<std::string>;

// Every seed of a study fits the integers of TOML and of SQLite.
constexpr std::int64_t kLastSeed = std::numeric_limits<std::int64_t>::max() - kMostSeeds;

bool has(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string did_you_mean(std::string_view word, const Names& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near);
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : path_(path) {}

  Study study(const std::string& text) {
    toml::table root;
    try {
      root = toml::parse(text, path_.string());
    } catch (const toml::parse_error& e) {
      throw InputError(place(e.source()), std::string(e.description()));
    }
    know(root, {"title", "description", "seeds", "first_seed", "record", "experiment"}, "a study");
    Study result{.name = path_.stem().string(),
                 .title = string(root, "title", path_.stem().string()),
                 .description = string(root, "description", ""),
                 .text = text,
                 .experiments = {}};
    const toml::array* list = array(root, "experiment");
    if (!list || list->empty()) {
      throw InputError(Place{path_.string()}, "expected at least one [[experiment]]");
    }
    for (const toml::node& node : *list) {
      result.experiments.push_back(experiment(root, table(node, "an experiment")));
      const Experiment& last = result.experiments.back();
      for (std::size_t i = 0; i + 1 < result.experiments.size(); ++i) {
        if (result.experiments[i].name == last.name) {
          fail(node,
               fmt::format("a second experiment is named '{}'; give it its own name", last.name));
        }
      }
    }
    return result;
  }

 private:
  Place place(const toml::source_region& source) const {
    return {path_.string(), static_cast<int>(source.begin.line),
            static_cast<int>(source.begin.column)};
  }

  [[noreturn]] void fail(const toml::node& node, const std::string& what) const {
    throw InputError(place(node.source()), what);
  }

  // Only these keys, please.
  void know(const toml::table& t, const Names& keys, const std::string& whose) const {
    for (const auto& [key, node] : t) {
      if (has(keys, key.str())) continue;
      throw InputError(place(key.source()),
                       fmt::format("'{}' is not a key of {}{}; the keys are {}", key.str(), whose,
                                   did_you_mean(key.str(), keys), fmt::join(keys, ", ")));
    }
  }

  const toml::table& table(const toml::node& node, const std::string& what) const {
    if (!node.is_table()) fail(node, fmt::format("expected {} as a table", what));
    return *node.as_table();
  }

  const toml::array* array(const toml::table& t, std::string_view key) const {
    const toml::node* node = t.get(key);
    if (node && !node->is_array()) fail(*node, fmt::format("'{}': expected an array", key));
    return node ? node->as_array() : nullptr;
  }

  std::string string(const toml::table& t, std::string_view key,
                     const std::string& otherwise) const {
    const toml::node* node = t.get(key);
    if (!node) return otherwise;
    if (!node->is_string()) fail(*node, fmt::format("'{}': expected a text in quotes", key));
    return node->as_string()->get();
  }

  // From the experiment, else from the study.
  std::int64_t integer(const toml::table& outer, const toml::table& inner, std::string_view key,
                       std::int64_t otherwise, std::int64_t low, std::int64_t high) const {
    const toml::node* node = inner.get(key) ? inner.get(key) : outer.get(key);
    if (!node) return otherwise;
    if (!node->is_integer() || node->as_integer()->get() < low ||
        node->as_integer()->get() > high) {
      fail(*node, fmt::format("'{}': expected a whole number from {} to {}", key, low, high));
    }
    return node->as_integer()->get();
  }

  // A scalar as it would be written on the command line.
  std::string scalar(const toml::node& node) const {
    if (node.is_string()) return node.as_string()->get();
    if (node.is_integer()) return std::to_string(node.as_integer()->get());
    if (node.is_floating_point()) return fmt::format("{}", node.as_floating_point()->get());
    if (node.is_boolean()) return node.as_boolean()->get() ? "true" : "false";
    fail(node, "expected a text, a number, true or false");
  }

  // Keys in the order of the file: it is the order of columns and colours.
  std::vector<std::pair<std::string, const toml::node*>> in_order(const toml::table& t) const {
    std::vector<std::pair<const toml::key*, const toml::node*>> entries;
    for (const auto& [key, node] : t) entries.emplace_back(&key, &node);
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return a.first->source().begin < b.first->source().begin;
    });
    std::vector<std::pair<std::string, const toml::node*>> result;
    for (const auto& [key, node] : entries) result.emplace_back(std::string(key->str()), node);
    return result;
  }

  AxisPoint axis_point(const std::string& axis, const toml::node& node) const {
    if (!node.is_table()) return {scalar(node), {{axis, scalar(node)}}};
    AxisPoint point;
    for (const auto& [key, value] : *node.as_table()) {
      if (key.str() == "label") {
        point.label = scalar(value);
      } else {
        point.variables[std::string(key.str())] = scalar(value);
      }
    }
    if (point.label.empty()) {
      fail(node,
           fmt::format("a point of axis '{}' that sets several variables needs a label", axis));
    }
    return point;
  }

  std::vector<Axis> axes(const toml::table& t) const {
    const toml::node* grid = t.get("grid");
    std::vector<Axis> result;
    if (!grid) return result;
    for (const auto& [name, node] : in_order(table(*grid, "the grid"))) {
      if (!node->is_array() || node->as_array()->empty()) {
        fail(*node, fmt::format("axis '{}': expected an array of values", name));
      }
      Axis axis{name, {}};
      std::set<std::string> labels;
      for (const toml::node& point : *node->as_array()) {
        axis.points.push_back(axis_point(name, point));
        if (!labels.insert(axis.points.back().label).second) {
          fail(point,
               fmt::format("axis '{}' has the point '{}' twice", name, axis.points.back().label));
        }
      }
      result.push_back(std::move(axis));
    }
    return result;
  }

  Names metrics(const toml::table& t) const {
    const toml::array* list = array(t, "metrics");
    if (!list) return {"discounted", "seconds_per_step"};
    Names result;
    for (const toml::node& node : *list) {
      result.push_back(scalar(node));
      if (!has(all_metrics(), result.back())) {
        fail(node, fmt::format("there is no metric '{}'{}; the metrics are {}", result.back(),
                               did_you_mean(result.back(), all_metrics()),
                               fmt::join(all_metrics(), ", ")));
      }
    }
    return result;
  }

  const Axis& axis_named(const std::vector<Axis>& list, std::string_view name,
                         const toml::node& node) const {
    Names names;
    for (const Axis& axis : list) {
      if (axis.name == name) return axis;
      names.push_back(axis.name);
    }
    fail(node, fmt::format("there is no axis '{}'{}; the axes of the grid are {}", name,
                           did_you_mean(name, names), fmt::join(names, ", ")));
  }

  // `{guide = "pure"}`: some axes, with a label of each.
  void where(std::map<std::string, std::string>& result, const std::vector<Axis>& list,
             const std::string& name, const toml::node& node) const {
    const Axis& axis = axis_named(list, name, node);
    Names labels;
    for (const AxisPoint& point : axis.points) labels.push_back(point.label);
    const std::string label = scalar(node);
    if (!has(labels, label)) {
      fail(node,
           fmt::format("axis '{}' has no point '{}'{}", name, label, did_you_mean(label, labels)));
    }
    result[name] = label;
  }

  PaperValue paper_value(const toml::node& node) const {
    if (const auto number = node.value<double>()) return {*number, std::nullopt};
    if (node.is_array() && node.as_array()->size() == 2) {
      const auto mean = node.as_array()->get(0)->value<double>();
      const auto error = node.as_array()->get(1)->value<double>();
      if (mean && error) return {*mean, *error};
    }
    fail(node, "expected a number, or [mean, error]");
  }

  void add_paper(Experiment& e, const toml::table& t) const {
    const toml::array* list = array(t, "paper");
    if (!list) return;
    for (const toml::node& node : *list) {
      std::map<std::string, std::string> match;
      std::map<std::string, PaperValue> values;
      for (const auto& [key, value] : table(node, "a value of the paper")) {
        const std::string name(key.str());
        if (has(all_metrics(), name)) {
          values[name] = paper_value(value);
        } else {
          where(match, e.axes, name, value);
        }
      }
      for (Arm& arm : e.arms) {
        const bool matches = std::all_of(match.begin(), match.end(), [&](const auto& m) {
          return arm.point.at(m.first) == m.second;
        });
        if (matches) arm.paper.insert(values.begin(), values.end());
      }
    }
  }

  Experiment experiment(const toml::table& root, const toml::table& t) const {
    know(t,
         {"name", "title", "claim", "note", "layout", "x", "metrics", "domain", "seeds",
          "first_seed", "record", "options", "grid", "baseline", "paper"},
         "an experiment");
    Experiment e;
    e.name = string(t, "name", "main");
    e.title = string(t, "title", e.name);
    e.claim = string(t, "claim", "");
    e.note = string(t, "note", "");
    e.seeds = integer(root, t, "seeds", 1, 1, kMostSeeds);
    e.first_seed = static_cast<std::uint64_t>(integer(root, t, "first_seed", 1, 0, kLastSeed));
    e.record = integer(root, t, "record", 0, 0, kMostSeeds);
    e.metrics = metrics(t);
    e.axes = axes(t);
    const std::string layout = string(t, "layout", "curve");
    if (layout != "curve" && layout != "table") {
      fail(*t.get("layout"), fmt::format("layout '{}': expected curve or table", layout));
    }
    e.layout = layout == "curve" ? Layout::curve : Layout::table;
    e.x = string(t, "x", e.axes.empty() ? "" : e.axes.front().name);
    if (const toml::node* x = t.get("x")) axis_named(e.axes, e.x, *x);
    if (const toml::node* baseline = t.get("baseline")) {
      for (const auto& [name, node] : table(*baseline, "the baseline")) {
        where(e.baseline, e.axes, std::string(name.str()), node);
      }
    }
    add_arms(e, t);
    add_paper(e, t);
    return e;
  }

  // The product of the axes; the first axis turns slowest.
  void add_arms(Experiment& e, const toml::table& t) const {
    AgentSettings fixed;
    if (const toml::node* options = t.get("options")) {
      for (const auto& [key, node] : table(*options, "the options")) {
        const std::string name(key.str());
        fixed[name] = scalar(node);
        checked(node, [&] { check_option_names({{name, ""}}); });
      }
    }
    const std::string domain = string(t, "domain", "");
    std::vector<std::size_t> index(e.axes.size(), 0);
    for (bool more = true; more;) {
      if (e.arms.size() == kMostArms) {
        fail(t, fmt::format("this grid has over {} arms; make several studies of it", kMostArms));
      }
      e.arms.push_back(arm(e, index, domain, fixed, t));
      more = false;
      for (std::size_t i = index.size(); i-- > 0 && !more;) {
        if (++index[i] < e.axes[i].points.size()) {
          more = true;
        } else {
          index[i] = 0;
        }
      }
    }
  }

  Arm arm(const Experiment& e, const std::vector<std::size_t>& index, std::string domain,
          const AgentSettings& fixed, const toml::table& t) const {
    Arm result;
    result.settings = fixed;
    result.place = place(t.source());
    std::map<std::string, std::string> variables;
    for (std::size_t i = 0; i < index.size(); ++i) {
      const AxisPoint& point = e.axes[i].points[index[i]];
      result.point[e.axes[i].name] = point.label;
      for (const auto& [name, value] : point.variables) variables[name] = value;
    }
    if (variables.contains("domain")) domain = variables.extract("domain").mapped();
    if (domain.empty()) fail(t, "expected a domain, such as domain = \"rocksample(7,8)\"");
    for (const auto& [name, value] : variables) {
      const std::string hole = "{" + name + "}";
      const std::size_t at = domain.find(hole);
      if (at != std::string::npos) {
        domain.replace(at, hole.size(), value);
      } else {
        checked(t, [&option = name, &value = value] { check_option_names({{option, value}}); });
        result.settings[name] = value;
      }
    }
    if (const std::size_t hole = domain.find('{'); hole != std::string::npos) {
      fail(t, fmt::format("the grid has no axis for {} of the domain", domain.substr(hole)));
    }
    result.domain = domain;
    for (auto& [name, value] : result.settings) {
      if (names_file(name, value)) value = beside(value);
    }
    return result;
  }

  // A file beside the study file is meant, if there is one.
  std::string beside(const std::string& value) const {
    std::error_code code;
    const std::filesystem::path file = path_.parent_path() / value;
    const bool found = !value.empty() && std::filesystem::is_regular_file(file, code);
    return found ? file.lexically_normal().string() : value;
  }

  template <class F>
  void checked(const toml::node& node, F check) const {
    try {
      check();
    } catch (const InputError& e) {
      fail(node, e.what());
    }
  }

  std::filesystem::path path_;
};

}  // namespace

bool names_file(const std::string& option, const std::string& value) {
  const AgentOption* known = find_agent_option(option);
  if (value.empty() || !known || !known->file) return false;
  // Guides that have a name of their own, whatever stands beside the study.
  if (has({"pure", "trivial", "preferred", "expert", "relaxed"}, value)) return false;
  const Names shipped = shipped_names();
  return std::none_of(shipped.begin(), shipped.end(),
                      [&](const std::string& name) { return name.ends_with("/" + value); });
}

Study parse_study(const std::string& text, const std::filesystem::path& path) {
  return Reader(path).study(text);
}

Study read_study(const std::filesystem::path& path) { return parse_study(read_file(path), path); }

}  // namespace holdfast
