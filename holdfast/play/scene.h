// A scene: what there is to see of a world and of an agent's belief over it, as a plain value. A
// domain describes its picture once, as Picture<M> below; the terminal (scene_text.h), recordings
// and the replay page draw any domain from it.
//
//   template <>
//   struct Picture<Hunt> {
//     static Scene scene(const Hunt& model, const Hunt::State& world,
//                        const ParticleBelief<Hunt>* belief) {
//       const Kind hunter{"hunter", '@', Shape::rover, Tone::agent};
//       const Kind prey{"prey", 'P', Shape::person, Tone::bad, Kind::kHidden};
//       Scene scene(model.width(), model.height());
//       for (Cell c : model.walls()) scene.ground(c, kWall);
//       scene.mark(world.prey, prey);
//       scene.mark(world.hunter, hunter);
//       if (belief) scene.heat(prey, *belief, [](const Hunt::State& s) { return s.prey; });
//       return scene;
//     }
//   };
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/cell.h"

namespace holdfast {

// What the page draws for a kind; a terminal shows the glyph. A block fills its cell, a letter is
// the glyph itself.
enum class Shape { letter, block, dot, disc, stone, rover, ghost, muncher, person };

// What a kind is to the agent: its colour everywhere. What has the tone `agent` leaves a trail.
enum class Tone { plain, agent, good, bad, goal, item };

// A sort of thing that scenes show; the legend is made of them. Kinds are told apart by name.
struct Kind {
  std::string name;
  char glyph = '?';
  Shape shape = Shape::letter;
  Tone tone = Tone::plain;
  // True of the world, but not told to the agent: `Kind{"ghost", 'G', ..., Kind::kHidden}`.
  bool hidden = false;

  static constexpr bool kHidden = true;
  friend bool operator==(const Kind&, const Kind&) = default;
};

inline const Kind kWall{"wall", '#', Shape::block, Tone::plain};

// Something that is true or not, and with which probability the agent believes it: "rock 2 is
// good". What is not known stays empty: `believed` of an agent without a belief, `truth` of what
// the world does not decide.
struct Chance {
  std::string says;
  std::optional<double> believed;  // 0 to 1
  std::optional<bool> truth;
  friend bool operator==(const Chance&, const Chance&) = default;
};

// A thing at a cell.
struct Mark {
  Cell at;
  std::string kind;
  std::string label = {};  // a few characters that stand for the kind's glyph: "3" of rock 3
  std::optional<Chance> chance = {};
  friend bool operator==(const Mark&, const Mark&) = default;
};

// Where things of a kind may be.
struct Heat {
  std::string kind;
  std::vector<double> probability;  // row by row from the south-west
  friend bool operator==(const Heat&, const Heat&) = default;
};

// Cell (0, 0) is in the south-west; north is up. Every function that adds something throws Error if
// its cell is outside of the grid, its probability is none, or a kind of the same name looks
// different.
class Scene {
 public:
  // Without a grid: chances and notes only.
  Scene() = default;
  // `empty` is what a terminal shows where nothing is.
  Scene(int width, int height, char empty = '.');

  // What the cell itself is: a wall, an exit, a pellet on it. The last one counts.
  void ground(Cell at, const Kind& kind);
  // A thing on the cell; later marks are in front of earlier ones.
  void mark(Cell at, const Kind& kind, std::string label = "", std::optional<Chance> chance = {});
  // Adds to the probability that something of this kind is at the cell.
  void heat(Cell at, const Kind& kind, double probability);
  // The same for a whole belief: `where(state)` is the cell, or the optional cell, of the thing.
  template <Model M, class Where>
  void heat(const Kind& kind, const ParticleBelief<M>& belief, Where where) {
    std::vector<int> counts(static_cast<std::size_t>(width_ * height_));
    for (const auto& state : belief.particles()) {
      if (const std::optional<Cell> at = where(state)) ++counts[index(*at)];
    }
    add_shares(kind, counts, static_cast<double>(belief.size()));
  }
  // Something believed that has no cell.
  void chance(Chance chance);
  // A line of text: "3 pellets left".
  void note(std::string text) { notes_.push_back(std::move(text)); }

  int width() const { return width_; }
  int height() const { return height_; }
  char empty() const { return empty_; }
  // In the order in which they came.
  const std::vector<Kind>& kinds() const { return kinds_; }
  // Throws Error if there is no such kind.
  const Kind& kind(const std::string& name) const;
  // The kind of a cell, null if there is none.
  const Kind* ground(Cell at) const;
  const std::vector<Mark>& marks() const { return marks_; }
  const std::vector<Heat>& heats() const { return heats_; }
  // Those of the marks, then those without a cell.
  std::vector<Chance> chances() const;
  const std::vector<std::string>& notes() const { return notes_; }

  friend bool operator==(const Scene&, const Scene&) = default;
  // docs/recordings.md tells the keys. Reading throws nlohmann::json::exception or Error.
  friend void to_json(nlohmann::json& json, const Scene& scene);
  friend void from_json(const nlohmann::json& json, Scene& scene);

 private:
  static constexpr int kNone = -1;
  std::size_t index(Cell at) const;
  int number(const Kind& kind);
  Heat& layer(const Kind& kind);
  void add_shares(const Kind& kind, const std::vector<int>& counts, double total);

  int width_ = 0;
  int height_ = 0;
  char empty_ = '.';
  std::vector<Kind> kinds_;
  std::vector<int> ground_;  // the number of the kind in kinds_, or kNone
  std::vector<Mark> marks_;
  std::vector<Heat> heats_;
  std::vector<Chance> chances_;
  std::vector<std::string> notes_;
};

// A domain's picture of a world and of a belief over it (null if the agent has none): the domain
// specialises this with `static Scene scene(model, world, belief)`, where ModelDomain<M> sees it.
// Without it, scenes are empty.
template <Model M>
struct Picture {};

template <class M>
concept Pictured = requires(const M& model, const typename M::State& world,
                            const ParticleBelief<M>* belief) {
  { Picture<M>::scene(model, world, belief) } -> std::same_as<Scene>;
};

// The share of the particles for which something holds; empty without a belief.
template <Model M, class Holds>
std::optional<double> believed(const ParticleBelief<M>* belief, Holds holds) {
  if (!belief) return std::nullopt;
  const auto count = std::ranges::count_if(belief->particles(), holds);
  return static_cast<double>(count) / static_cast<double>(belief->size());
}

}  // namespace holdfast
