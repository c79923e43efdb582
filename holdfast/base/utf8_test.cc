#include "holdfast/base/utf8.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace holdfast {
namespace {

// The JSON library refuses to write what is not UTF-8: the same texts, please.
bool json_takes(const std::string& text) {
  try {
    nlohmann::json(text).dump();
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

TEST(Utf8, AgreesWithTheJsonLibraryOnEveryLeadAndContinuation) {
  const std::string bytes("\x41\x80\x8f\x90\x9f\xa0\xbf\xc1\xc2\xe0\xe1\xed\xf0\xf4\xf5");
  for (const char a : bytes) {
    for (const char b : bytes) {
      for (const char c : bytes) {
        for (const char d : bytes) {
          const std::string text{a, b, c, d};
          ASSERT_EQ(is_utf8(text), json_takes(text)) << nlohmann::json::binary(
              {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b),
               static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(d)});
        }
      }
    }
  }
}

TEST(Utf8, SaysWhereItEnds) {
  EXPECT_EQ(first_not_utf8("ab\xff"), 2U);
  EXPECT_EQ(first_not_utf8("Γ ± \xe2\x82"), 6U);
  EXPECT_TRUE(is_utf8(""));
}

}  // namespace
}  // namespace holdfast
