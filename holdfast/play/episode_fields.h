// The fields of an episode's result, each declared once: JSON, the columns of a study's database,
// the messages between ranks, and what studies measure follow from this table.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <variant>

#include "holdfast/play/episode.h"

namespace holdfast {

struct EpisodeField {
  using Member = std::variant<bool EpisodeResult::*, int EpisodeResult::*,
                              std::int64_t EpisodeResult::*, double EpisodeResult::*>;
  // As what it is measured: not at all, as it is, or divided by the number of steps.
  enum class Measured { no, whole, per_step };

  const char* name;
  Member member;
  // For people: "discounted return"; empty where it is not measured.
  const char* label = "";
  Measured measured = Measured::no;
  // "s" for what depends on the clock.
  const char* unit = "";

  bool is_timing() const { return *unit == 's'; }
  bool is_real() const { return std::holds_alternative<double EpisodeResult::*>(member); }
  double number(const EpisodeResult& result) const;
};

// All but the seed, which names the episode.
std::span<const EpisodeField> episode_fields();

// With the names of the command line's contract; numbers that are not finite are left out.
nlohmann::json episode_json(const EpisodeResult& result);
// The inverse; what is not there keeps its default.
EpisodeResult episode_from(const nlohmann::json& json);
// Takes away what depends on the clock.
void leave_out_timing(nlohmann::json& episode);

}  // namespace holdfast
