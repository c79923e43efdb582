// A request to the studio: one JSON object, read with messages that say what was expected.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "holdfast/agents/agent_options.h"

namespace holdfast::studio {

class Request {
 public:
  // Throws InputError if it is not an object, as everything below does where something does not
  // fit.
  explicit Request(nlohmann::json json);

  bool has(const char* key) const { return json_.contains(key) && !json_.at(key).is_null(); }
  const std::string& text(const char* key) const;
  std::string text_or(const char* key, const std::string& fallback) const;
  bool flag(const char* key) const;
  std::int64_t whole(const char* key, std::int64_t least, std::int64_t most) const;
  std::int64_t whole_or(const char* key, std::int64_t fallback, std::int64_t least,
                        std::int64_t most) const;
  // A list, at most so long; empty if there is none.
  const nlohmann::json& list(const char* key, std::size_t most) const;
  std::optional<Request> object(const char* key) const;
  // Option names and their values, {"planner": "pomcp", "sims": 1000}.
  AgentSettings settings(const char* key) const;

 private:
  const nlohmann::json& at(const char* key) const;

  nlohmann::json json_;
};

}  // namespace holdfast::studio
