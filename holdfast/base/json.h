// JSON from outside: files that people give us, and rows of databases.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace holdfast {

// Deeper than anything that we write, and shallow enough for every function that goes down.
constexpr int kMostNesting = 256;

// Throws nlohmann::json::parse_error, or InputError if it nests deeper than kMostNesting.
nlohmann::json parse_json(std::string_view text);

}  // namespace holdfast
