#include "holdfast/base/json.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

TEST(Json, ReadsWhatIsNotTooDeep) {
  const std::string brackets = R"({"a\\": "[[[\"{", "b": [1, {"c": []}]})";
  EXPECT_EQ(parse_json(brackets), nlohmann::json::parse(brackets));
  const std::string deep = std::string(kMostNesting, '[') + std::string(kMostNesting, ']');
  EXPECT_EQ(parse_json(deep).dump(), deep);
  EXPECT_THROW(parse_json("[1"), nlohmann::json::parse_error);
  EXPECT_THROW(parse_json("]]]["), nlohmann::json::parse_error);
}

TEST(Json, RefusesWhatWouldOverflowTheStack) {
  for (const int depth : {kMostNesting + 1, 1000000}) {
    EXPECT_THROW(parse_json(std::string(static_cast<std::size_t>(depth), '[')), InputError);
    std::string objects;
    for (int i = 0; i < depth; ++i) objects += "{\"a\":";
    EXPECT_THROW(parse_json(objects), InputError);
  }
}

TEST(Json, RefusesNumbersThatFitNoDouble) {
  EXPECT_THROW(parse_json("[1e999]"), InputError);
  EXPECT_EQ(parse_json("[1e-999]")[0], 0.0);
}

}  // namespace
}  // namespace holdfast
