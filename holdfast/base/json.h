// What every reader and writer of JSON needs.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "holdfast/base/statistics.h"

namespace holdfast {

// A number that may not be known: null then, never a number that stands for it.
template <class T>
nlohmann::json or_null(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

// {mean, standard_error, ci95}: null what is not known of so few numbers.
inline nlohmann::json statistics_json(const RunningStatistics& s) {
  return {{"mean", s.count() > 0 ? nlohmann::json(s.mean()) : nlohmann::json()},
          {"standard_error", or_null(s.standard_error())},
          {"ci95", or_null(s.ci95())}};
}

// Deeper than anything that we write, and shallow enough for every function that goes down.
constexpr int kMostNesting = 256;

// JSON from outside: files that people give us, and rows of databases. Throws
// nlohmann::json::parse_error, or InputError if it nests deeper than kMostNesting or has a number
// that fits no double.
nlohmann::json parse_json(std::string_view text);

}  // namespace holdfast
