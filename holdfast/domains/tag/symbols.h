// Tag in symbols. Entities are the directions: how likely the opponent is where a step leads
// nearer, and whether there is a wall. That it is here is true of no direction in particular.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "holdfast/domains/tag/tag.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {

template <>
class Symbols<Tag> {
 public:
  static constexpr std::string_view domain = "tag";
  static constexpr int kNear = 4;

  // Probabilities in percent, floored to tens. The opponent is ahead of a direction if a step
  // leads nearer to it.
  struct About {
    std::int8_t ahead = 0;
    std::int8_t lead = 0;                   // over the best of the other directions
    std::array<std::int8_t, kNear> near{};  // ahead and within 1, ..., kNear steps
    bool wall = false;
  };
  struct Whole {
    std::int8_t here = 0;  // in the robot's cell
  };
  // What a belief says seen from each cell: what the robot would believe if it had walked there by
  // a shortest way, and met nobody.
  struct Root {
    std::vector<std::array<About, 4>> from;
    std::int8_t here = 0;
  };
  // Where the robot is, and what it sees.
  struct Known {
    int cell = 0;
    Tag::Memory::Sight sight = Tag::Memory::unlooked;
  };

  static constexpr auto words = std::to_array<Word<About>>(
      {{"ahead", "the opponent is ahead to the {} with {} %",
        [](const About& d, int) -> int { return d.ahead; }},
       {"lead", "that it is ahead to the {} {leads|trails} by {} %",
        [](const About& d, int) -> int { return d.lead; }},
       {"within", "the opponent is ahead to the {} within {} steps with {} %",
        [](const About& d, int i) -> int { return d.near[static_cast<std::size_t>(i - 1)]; },
        logic::Feature::Kind::series, 1, kNear},
       {"wall", "a wall to the {}",
        [](const About& d, int) -> int { return d.wall ? 1 : logic::Column::kAbsent; },
        logic::Feature::Kind::flag}});
  static constexpr auto whole_words =
      std::to_array<Word<Whole>>({{"here", "the opponent is here with {} %",
                                   [](const Whole& w, int) -> int { return w.here; }}});
  static constexpr auto deeds = std::to_array<Deed<About>>({{"move", true}, {"tag"}});

  explicit Symbols(const std::shared_ptr<const Tag>& model) : floor_(model, &model->floor()) {}

  // In the order of the actions.
  static std::vector<logic::Term> entities() {
    using logic::Term;
    return {Term::symbol("north"), Term::symbol("east"), Term::symbol("south"),
            Term::symbol("west")};
  }
  static constexpr Action action(int deed, int direction) {
    return deed == 0 ? direction : Action{Tag::tag};
  }

  Root root(const ParticleBelief<Tag>& belief) const;
  // The same by the robot's cell and the opponent's probabilities, by cell.
  Root root(int robot, const std::vector<double>& opponent) const;
  static Known at(const Tag::State& s, const Tag::Memory& memory, const Moment&) {
    return {s.robot, memory.sight};
  }
  About about(const Root& root, const Known& known, int direction) const;
  static Whole whole(const Root& root, const Known& known);

  // It walks on and, as far as it can tell beforehand, meets nobody; what becomes of a tag, only
  // the world can tell.
  bool after(Known& known, Action a) const {
    if (a == Tag::tag) return false;
    known = {floor_->next(known.cell, a), Tag::Memory::nobody};
    return true;
  }

  static int place_count() { return 3 * Floor::kMaxCells; }
  static int place(const Known& known) { return 3 * known.cell + known.sight; }

 private:
  std::array<About, 4> look(int cell, const std::vector<double>& opponent) const;

  std::shared_ptr<const Floor> floor_;  // the model's, which it keeps
};

}  // namespace holdfast
