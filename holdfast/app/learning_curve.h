// A learning curve as text.
#pragma once

#include <span>
#include <string>

#include "holdfast/ais/trainer.h"

namespace holdfast::app {

// One line of bars, for a progress line: the last `width` points.
std::string spark(std::span<const ais::Evaluation> curve, std::size_t width = 24);

// A plot of some rows with the return on the left and batches below; points that fall in one
// column are averaged.
std::string plot(std::span<const ais::Evaluation> curve, int width = 64, int height = 12);

}  // namespace holdfast::app
