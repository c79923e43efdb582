#include "holdfast/bench/compare.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/json.h"

namespace holdfast {
namespace {

std::string text_of(const nlohmann::json& results, const std::string& name) {
  if (!results.contains(name)) return "-";
  const nlohmann::json& value = results[name];
  return value.is_number_float() ? fmt::format("{:.4g}", value.get<double>()) : value.dump();
}

}  // namespace

nlohmann::json read_bench(const std::string& path) {
  // Its own message names the file.
  const std::string text = read_file(path);
  try {
    nlohmann::json results = parse_json(text);
    if (results.is_object() && results.contains("revision")) return results;
  } catch (const nlohmann::json::exception&) {
    // Said below.
  } catch (const InputError& e) {
    throw InputError(Place{path}, e.what());
  }
  throw InputError(
      fmt::format("{}: not a run of bench; make one by `holdfast bench --json > FILE`", path));
}

std::string compare_benches(const nlohmann::json& now, const nlohmann::json& then) {
  std::set<std::string> names;
  for (const nlohmann::json* results : {&now, &then}) {
    for (const auto& [name, value] : results->items()) names.insert(name);
  }
  std::string text = fmt::format("{:<44}{:>16}{:>16}{:>12}\n", "", "now", "then", "now/then");
  for (const std::string& name : names) {
    const auto is_figure = [&](const nlohmann::json& results) {
      return results.contains(name) && results[name].is_number_float();
    };
    std::string ratio;
    if (is_figure(now) && is_figure(then) && then[name].get<double>() != 0) {
      ratio = fmt::format("{:.3f}", now[name].get<double>() / then[name].get<double>());
    }
    text += fmt::format("{:<44}{:>16}{:>16}{:>12}\n", name, text_of(now, name), text_of(then, name),
                        ratio);
  }
  return text;
}

}  // namespace holdfast
