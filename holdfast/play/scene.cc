#include "holdfast/play/scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

constexpr int kWidest = 1000;

void check(const Chance& chance) {
  if (chance.believed && !(*chance.believed >= 0 && *chance.believed <= 1)) {
    throw Error(fmt::format("scene: '{}' is believed with {}, which is no probability", chance.says,
                            *chance.believed));
  }
}

}  // namespace

Scene::Scene(int width, int height, char empty) : width_(width), height_(height), empty_(empty) {
  if (width < 1 || height < 1 || width > kWidest || height > kWidest) {
    throw Error(fmt::format("scene: a grid of {} x {} cells; each side must be from 1 to {}", width,
                            height, kWidest));
  }
  ground_.assign(static_cast<std::size_t>(width * height), kNone);
}

std::size_t Scene::index(Cell at) const {
  if (at.x < 0 || at.y < 0 || at.x >= width_ || at.y >= height_) {
    throw Error(fmt::format("scene: the cell ({},{}) is outside of the {} x {} grid", at.x, at.y,
                            width_, height_));
  }
  return static_cast<std::size_t>(at.y * width_ + at.x);
}

int Scene::number(const Kind& kind) {
  const auto found = std::ranges::find(kinds_, kind.name, &Kind::name);
  if (found != kinds_.end() && *found != kind) {
    throw Error(fmt::format("scene: two kinds have the name '{}' and look different", kind.name));
  }
  const auto result = static_cast<int>(found - kinds_.begin());
  if (found == kinds_.end()) kinds_.push_back(kind);
  return result;
}

void Scene::ground(Cell at, const Kind& kind) { ground_[index(at)] = number(kind); }

void Scene::mark(Cell at, const Kind& kind, std::string label, std::optional<Chance> chance) {
  index(at);
  number(kind);
  if (chance) check(*chance);
  marks_.push_back({at, kind.name, std::move(label), std::move(chance)});
}

Heat& Scene::layer(const Kind& kind) {
  number(kind);
  const auto found = std::ranges::find(heats_, kind.name, &Heat::kind);
  if (found != heats_.end()) return *found;
  heats_.push_back({kind.name, std::vector<double>(ground_.size())});
  return heats_.back();
}

void Scene::heat(Cell at, const Kind& kind, double probability) {
  double& sum = layer(kind).probability[index(at)];
  sum += probability;
  if (!(probability >= 0 && sum <= 1 + 1e-9)) {
    throw Error(fmt::format("scene: {} at ({},{}) has {}, which is no probability", kind.name, at.x,
                            at.y, sum));
  }
}

void Scene::add_shares(const Kind& kind, const std::vector<int>& counts, double total) {
  Heat& heat = layer(kind);
  for (std::size_t i = 0; i < counts.size(); ++i) heat.probability[i] += counts[i] / total;
}

void Scene::chance(Chance chance) {
  check(chance);
  chances_.push_back(std::move(chance));
}

const Kind& Scene::kind(const std::string& name) const {
  const auto found = std::ranges::find(kinds_, name, &Kind::name);
  if (found == kinds_.end()) throw Error(fmt::format("scene: there is no kind '{}'", name));
  return *found;
}

const Kind* Scene::ground(Cell at) const {
  const int number = ground_[index(at)];
  return number == kNone ? nullptr : &kinds_[static_cast<std::size_t>(number)];
}

std::vector<Chance> Scene::chances() const {
  std::vector<Chance> all;
  for (const Mark& mark : marks_) {
    if (mark.chance) all.push_back(*mark.chance);
  }
  all.insert(all.end(), chances_.begin(), chances_.end());
  return all;
}

}  // namespace holdfast
