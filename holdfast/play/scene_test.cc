#include "holdfast/play/scene.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "holdfast/base/error.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/domain.h"
#include "holdfast/play/scene_text.h"

namespace holdfast {
namespace {

using nlohmann::json;

const Kind kRobot{"robot", '@', Shape::rover, Tone::agent};
const Kind kPrey{"prey", 'P', Shape::person, Tone::bad, Kind::kHidden};
const Kind kBox{"box", 'b', Shape::stone, Tone::item};

Scene small_scene() {
  Scene scene(4, 2);
  scene.ground({1, 1}, kWall);
  scene.mark({3, 0}, kBox, "12", Chance{"box 12 is full", 0.25, true});
  scene.mark({2, 1}, kPrey);
  scene.mark({0, 0}, kRobot);
  scene.heat({2, 1}, kPrey, 0.3);
  scene.heat({2, 1}, kPrey, 0.3);
  scene.heat({3, 1}, kPrey, 0.2);
  scene.heat({2, 0}, kPrey, 0.2);
  scene.chance({"it rains", 0.9, {}});
  scene.chance({"it is late", {}, false});
  scene.note("7 steps left");
  return scene;
}

// Empty cells, walls, labels wider than glyphs, heat beside the world, chances, notes; north is up.
TEST(Scene, IsDrawnAsText) {
  EXPECT_EQ(draw(small_scene()),
            R"(world         prey: 9 is  60 %   box 12 is full: believed  25 %, true
.  #  P  .    .  #  9  3         it rains:       believed  90 %
@  .  .  12   @  .  3  .         it is late:     false
7 steps left
)");
  EXPECT_EQ(legend(small_scene()), "# wall   12 box   P prey (hidden)   @ robot");
}

TEST(Scene, WithoutAGridIsItsChancesAndNotes) {
  Scene scene;
  EXPECT_EQ(draw(scene), "");
  EXPECT_EQ(legend(scene), "");
  scene.note("nothing to see");
  EXPECT_EQ(draw(scene), "nothing to see\n");
}

// What is said of several objects alike is a table; the last argument is the row.
TEST(Scene, ChancesAboutObjectsAreTables) {
  Scene scene;
  scene.chance({"it rains", 0.9, {}});
  for (const char* name : {"lit", "warm"}) {
    scene.chance({std::string(name) + "(r1)", 0.25, true});
    scene.chance({std::string(name) + "(r2)", {}, false});
  }
  for (const char* at : {"at(a,f2)", "at(a,f1)", "at(b,f2)", "at(b,f1)"}) {
    scene.chance({at, {}, at == std::string("at(b,f1)")});
  }
  scene.chance({"alone(r1)", 0.5, {}});
  EXPECT_EQ(draw(scene), R"(it rains:  believed  90 %
alone(r1): believed  50 %
    lit      warm      at
r1   25 % ✓   25 % ✓       a  b
r2  ·        ·         f2  ·  ·
                       f1  ·  ✓
)");
  EXPECT_EQ(legend(scene), "✓ is so   · is not so   40 % believed so");
}

// Colours change nothing but colours.
TEST(Scene, ColoursAreAroundTheSameText) {
  std::string coloured = draw(small_scene(), Colour::ansi);
  EXPECT_NE(coloured.find("\x1b[1;36m@\x1b[0m"), std::string::npos) << coloured;
  for (std::size_t at = coloured.find('\x1b'); at != std::string::npos;
       at = coloured.find('\x1b')) {
    coloured.erase(at, coloured.find('m', at) + 1 - at);
  }
  EXPECT_EQ(coloured, draw(small_scene()));
}

TEST(Scene, TooWideATextHasNoGaps) {
  Scene wide(60, 1);
  wide.heat({0, 0}, kPrey, 1);
  const std::string text = draw(wide);
  EXPECT_NE(text.find(std::string(60, '.')), std::string::npos) << text;
}

TEST(Scene, JsonGoesBothWays) {
  Scene nowhere(2, 2, ' ');
  nowhere.heat({0, 1}, kPrey, 0);
  for (const Scene& scene : {small_scene(), nowhere, Scene()}) {
    const json written = scene;
    EXPECT_EQ(json::parse(written.dump()).get<Scene>(), scene) << written.dump(1);
  }
}

TEST(Scene, JsonSaysWhatStandsWhere) {
  const json written = small_scene();
  EXPECT_EQ(written.at("kinds").at(2), json::parse(R"({"name": "prey", "glyph": "P",
      "shape": "person", "tone": "bad", "hidden": true})"));
  EXPECT_EQ(written.at("ground"), json::parse(R"([{"kind": "wall", "cells": [[1, 1]]}])"));
  EXPECT_EQ(written.at("marks").at(0), json::parse(R"({"kind": "box", "x": 3, "y": 0, "label": "12",
      "chance": {"says": "box 12 is full", "believed": 0.25, "truth": true}})"));
  EXPECT_EQ(written.at("heat"), json::parse(R"([{"kind": "prey",
      "cells": [[2, 0, 0.2], [2, 1, 0.6], [3, 1, 0.2]]}])"));
}

template <class Add>
std::string refusal(Add add) {
  Scene scene = small_scene();
  try {
    add(scene);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Scene, RefusesWhatCannotBeDrawn) {
  EXPECT_EQ(refusal([](Scene& s) {
              s.mark({4, 0}, kBox);
            }),
            "scene: the cell (4,0) is outside of the 4 x 2 grid");
  EXPECT_EQ(refusal([](Scene& s) {
              s.ground({0, -1}, kWall);
            }),
            "scene: the cell (0,-1) is outside of the 4 x 2 grid");
  EXPECT_EQ(refusal([](Scene& s) {
              s.heat({2, 1}, kPrey, 0.5);
            }),
            "scene: prey at (2,1) has 1.1, which is no probability");
  EXPECT_EQ(refusal([](Scene& s) {
              s.chance({"it snows", 1.5, {}});
            }),
            "scene: 'it snows' is believed with 1.5, which is no probability");
  EXPECT_EQ(refusal([](Scene& s) {
              s.mark({0, 0}, Kind{"prey", 'Q'});
            }),
            "scene: two kinds have the name 'prey' and look different");
  EXPECT_EQ(refusal([](Scene& s) { s = Scene(0, 3); }),
            "scene: a grid of 0 x 3 cells; each side must be from 1 to 1000");
}

TEST(Scene, RefusesJsonThatIsNone) {
  const auto changed = [](const char* pointer, const json& value) {
    json written = small_scene();
    written[json::json_pointer(pointer)] = value;
    return refusal([&](Scene& s) { s = written.get<Scene>(); });
  };
  EXPECT_EQ(changed("/kinds/0/tone", "loud"),
            "scene: 'loud' is none of plain, agent, good, bad, goal, item");
  EXPECT_EQ(changed("/kinds/0/glyph", "##"), "scene: '##' is not one character");
  EXPECT_EQ(changed("/marks/0/kind", "boxes"), "scene: there is no kind 'boxes'");
  EXPECT_THROW(changed("/marks", 3), json::exception);
}

// A model whose states are cells: the heat of a belief is the share of its particles.
struct Walker {
  struct State {
    int x = 0;
  };
  double discount() const { return 0.9; }
  int action_count() const { return 1; }
  int observation_count() const { return 1; }
  State sample_initial(Rng& rng) const { return {static_cast<int>(rng.below(4))}; }
  bool is_terminal(const State&) const { return false; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(1); }
  Outcome step(State&, Action, Rng&) const { return {0, 0, false}; }
};

TEST(Scene, TheHeatOfABeliefIsTheShareOfItsParticles) {
  const Walker walker;
  Rng rng(1);
  const ParticleBelief<Walker> belief(std::make_shared<const Walker>(walker), 1000, rng);
  Scene scene(4, 1);
  scene.heat(kPrey, belief, [](const Walker::State& s) { return Cell{s.x, 0}; });
  scene.heat(kBox, belief, [](const Walker::State& s) {
    return s.x == 0 ? std::optional(Cell{3, 0}) : std::nullopt;
  });
  for (int x = 0; x < 4; ++x) {
    const auto here = believed(&belief, [x](const Walker::State& s) { return s.x == x; });
    EXPECT_EQ(scene.heats().at(0).probability.at(static_cast<std::size_t>(x)), here);
    if (x == 0) {
      EXPECT_EQ(scene.heats().at(1).probability.at(3), here);
    }
  }
  static_assert(!Pictured<Walker>);
}

}  // namespace
}  // namespace holdfast
