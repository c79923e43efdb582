// Random edits of an input, the same in every run: what a test can do without libFuzzer.
#pragma once

#include <span>
#include <string>

#include "holdfast/base/rng.h"

namespace holdfast::fuzz {

// One to eight edits: bytes changed, left out, repeated or replaced by what readers stumble over,
// or a piece of another input in place of one's own.
std::string mutated(std::string bytes, std::span<const std::string> others, Rng& rng);

}  // namespace holdfast::fuzz
