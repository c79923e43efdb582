#include "holdfast/studio/request.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"

namespace holdfast::studio {

using nlohmann::json;

namespace {

[[noreturn]] void expected(const char* key, const std::string& what, const json& found) {
  const std::string text = found.dump(-1, ' ', true, json::error_handler_t::replace);
  throw InputError(fmt::format("'{}' must be {}, found {}", key, what, text.substr(0, 60)));
}

}  // namespace

Request::Request(json object) : json_(std::move(object)) {
  if (!json_.is_object())
    throw InputError("a request is one JSON object, such as {\"do\": \"start\"}");
}

const json& Request::at(const char* key) const {
  if (!has(key)) throw InputError(fmt::format("the request has no '{}'", key));
  return json_.at(key);
}

const std::string& Request::text(const char* key) const {
  const json& found = at(key);
  if (!found.is_string()) expected(key, "a text", found);
  return found.get_ref<const std::string&>();
}

std::string Request::text_or(const char* key, const std::string& fallback) const {
  return has(key) ? text(key) : fallback;
}

bool Request::flag(const char* key) const {
  if (!has(key)) return false;
  if (!at(key).is_boolean()) expected(key, "true or false", at(key));
  return at(key).get<bool>();
}

std::int64_t Request::whole(const char* key, std::int64_t least, std::int64_t most) const {
  const json& found = at(key);
  const bool number =
      found.is_number_integer() && (!found.is_number_unsigned() ||
                                    found.get<std::uint64_t>() <= static_cast<std::uint64_t>(most));
  if (!number || found.get<std::int64_t>() < least || found.get<std::int64_t>() > most) {
    expected(key, fmt::format("a whole number from {} to {}", least, most), found);
  }
  return found.get<std::int64_t>();
}

std::int64_t Request::whole_or(const char* key, std::int64_t fallback, std::int64_t least,
                               std::int64_t most) const {
  return has(key) ? whole(key, least, most) : fallback;
}

const json& Request::list(const char* key, std::size_t most) const {
  static const json none = json::array();
  if (!has(key)) return none;
  const json& found = at(key);
  if (!found.is_array() || found.size() > most) {
    expected(key, fmt::format("a list of at most {}", most), found);
  }
  return found;
}

std::optional<Request> Request::object(const char* key) const {
  if (!has(key)) return std::nullopt;
  if (!at(key).is_object()) expected(key, "an object", at(key));
  return Request(at(key));
}

AgentSettings Request::settings(const char* key) const {
  AgentSettings result;
  if (!has(key)) return result;
  if (!at(key).is_object()) expected(key, "an object of options", at(key));
  for (const auto& [name, value] : at(key).items()) {
    if (value.is_string()) {
      result[name] = value.get<std::string>();
    } else if (value.is_number()) {
      result[name] = value.dump();
    } else {
      expected(name.c_str(), "a text or a number", value);
    }
  }
  return result;
}

}  // namespace holdfast::studio
