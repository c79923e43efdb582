// Scenes as JSON, for recordings and the page; docs/recordings.md tells the keys.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "holdfast/base/error.h"
#include "holdfast/play/scene.h"

namespace holdfast {
namespace {

using nlohmann::json;

// In the order of the enumerations.
constexpr std::array<std::string_view, 9> kShapes{"letter", "block", "dot",     "disc",  "stone",
                                                  "rover",  "ghost", "muncher", "person"};
constexpr std::array<std::string_view, 6> kTones{"plain", "agent", "good", "bad", "goal", "item"};

template <class Enum, std::size_t N>
std::string_view name_of(Enum value, const std::array<std::string_view, N>& names) {
  return names.at(static_cast<std::size_t>(value));
}

template <class Enum, std::size_t N>
Enum named(const std::string& name, const std::array<std::string_view, N>& names) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    throw Error(fmt::format("scene: '{}' is none of {}", name, fmt::join(names, ", ")));
  }
  return static_cast<Enum>(found - names.begin());
}

char only_character(const std::string& text) {
  if (text.size() != 1) throw Error(fmt::format("scene: '{}' is not one character", text));
  return text.front();
}

json kind_json(const Kind& kind) {
  return {{"name", kind.name},
          {"glyph", std::string(1, kind.glyph)},
          {"shape", name_of(kind.shape, kShapes)},
          {"tone", name_of(kind.tone, kTones)},
          {"hidden", kind.hidden}};
}

Kind kind_from(const json& j) {
  return {j.at("name"), only_character(j.at("glyph")), named<Shape>(j.at("shape"), kShapes),
          named<Tone>(j.at("tone"), kTones), j.at("hidden")};
}

json chance_json(const Chance& chance) {
  json j{{"says", chance.says}};
  if (chance.believed) j["believed"] = *chance.believed;
  if (chance.truth) j["truth"] = *chance.truth;
  return j;
}

Chance chance_from(const json& j) {
  Chance chance{j.at("says"), {}, {}};
  if (j.contains("believed")) chance.believed = j.at("believed").get<double>();
  if (j.contains("truth")) chance.truth = j.at("truth").get<bool>();
  return chance;
}

json mark_json(const Mark& mark) {
  json j{{"kind", mark.kind}, {"x", mark.at.x}, {"y", mark.at.y}};
  if (!mark.label.empty()) j["label"] = mark.label;
  if (mark.chance) j["chance"] = chance_json(*mark.chance);
  return j;
}

template <class Visit>
void for_each_cell(const Scene& scene, Visit visit) {
  for (int y = 0; y < scene.height(); ++y) {
    for (int x = 0; x < scene.width(); ++x) visit(Cell{x, y});
  }
}

// [{kind, cells: [[x, y], ...]}, ...]
json ground_json(const Scene& scene) {
  json layers = json::array();
  for (const Kind& kind : scene.kinds()) {
    json cells = json::array();
    for_each_cell(scene, [&](Cell c) {
      const Kind* ground = scene.ground(c);
      if (ground && ground->name == kind.name) cells.push_back({c.x, c.y});
    });
    if (!cells.empty()) layers.push_back({{"kind", kind.name}, {"cells", std::move(cells)}});
  }
  return layers;
}

// [{kind, cells: [[x, y, probability], ...]}, ...]
json heat_json(const Scene& scene) {
  json layers = json::array();
  for (const Heat& heat : scene.heats()) {
    json cells = json::array();
    std::size_t i = 0;
    for_each_cell(scene, [&](Cell c) {
      const double p = heat.probability[i++];
      if (p > 0) cells.push_back({c.x, c.y, p});
    });
    layers.push_back({{"kind", heat.kind}, {"cells", std::move(cells)}});
  }
  return layers;
}

template <class T, class Convert>
json list_json(const std::vector<T>& list, Convert convert) {
  json result = json::array();
  for (const T& part : list) result.push_back(convert(part));
  return result;
}

Cell cell_from(const json& j) { return {j.at(0), j.at(1)}; }

}  // namespace

void to_json(json& j, const Scene& scene) {
  j = {{"width", scene.width_},
       {"height", scene.height_},
       {"empty", std::string(1, scene.empty_)},
       {"kinds", list_json(scene.kinds_, kind_json)},
       {"ground", ground_json(scene)},
       {"marks", list_json(scene.marks_, mark_json)},
       {"heat", heat_json(scene)},
       {"chances", list_json(scene.chances_, chance_json)},
       {"notes", scene.notes_}};
}

void from_json(const json& j, Scene& scene) {
  const int width = j.at("width");
  scene = width == 0 ? Scene() : Scene(width, j.at("height"), only_character(j.at("empty")));
  for (const json& kind : j.at("kinds")) scene.number(kind_from(kind));
  const auto kind = [&](const json& part) { return scene.kind(part.at("kind")); };
  for (const json& layer : j.at("ground")) {
    for (const json& cell : layer.at("cells")) scene.ground(cell_from(cell), kind(layer));
  }
  for (const json& mark : j.at("marks")) {
    const bool chance = mark.contains("chance");
    scene.mark({mark.at("x"), mark.at("y")}, kind(mark), mark.value("label", ""),
               chance ? std::optional(chance_from(mark.at("chance"))) : std::nullopt);
  }
  for (const json& layer : j.at("heat")) {
    scene.layer(kind(layer));  // also if it is nowhere
    for (const json& cell : layer.at("cells")) {
      scene.heat(cell_from(cell), kind(layer), cell.at(2).get<double>());
    }
  }
  for (const json& chance : j.at("chances")) scene.chance(chance_from(chance));
  for (const json& note : j.at("notes")) scene.note(note);
}

}  // namespace holdfast
