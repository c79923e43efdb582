// Scenes as text, for a terminal.
#pragma once

#include <string>

#include "holdfast/play/scene.h"

namespace holdfast {

enum class Colour { none, ansi };

// The grid with north up, a grid beside it for each kind that may be somewhere (0 to 9 in
// proportion to the likeliest cell, which the title gives in percent), what is believed, as tables
// (chance_table.h) where that can be, and the notes.
std::string draw(const Scene& scene, Colour colour = Colour::none);

// One line that says what the glyphs stand for; empty if the scene has neither kinds nor tables.
std::string legend(const Scene& scene, Colour colour = Colour::none);

}  // namespace holdfast
