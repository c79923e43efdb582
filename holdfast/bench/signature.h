// The signature: one number that changes only if a planner behaves otherwise in some of a fixed set
// of episodes. A commit says the new number, or that nothing changed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace holdfast {

struct SignaturePart {
  // "rocksample(7,8) planner=despot trials=20"
  std::string name;
  // A hash of the actions taken and of the model steps that each decision cost.
  std::uint32_t value = 0;
};

// Every domain and planner, rules in every reading and by both engines, and threads.
std::vector<SignaturePart> signature_parts();

// All parts in one number.
std::uint64_t signature(const std::vector<SignaturePart>& parts);

}  // namespace holdfast
