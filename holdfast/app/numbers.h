// Checks of numbers on the command line. CLI::Range lets "nan" pass, and this one does not.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

namespace holdfast::app {

inline CLI::Validator number_between(double low, double high) {
  const auto check = [low, high](const std::string& text) -> std::string {
    double value = 0;
    const bool number = CLI::detail::lexical_cast(text, value);
    if (number && value >= low && value <= high) return "";
    return fmt::format("{} is not a number from {} to {}", text, low, high);
  };
  return CLI::Validator(check, fmt::format("[{} - {}]", low, high), "number");
}

// Seconds that a clock can count.
inline CLI::Validator seconds() { return number_between(0, 1e9); }

}  // namespace holdfast::app
