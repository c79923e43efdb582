#include "holdfast/rddl/lexer.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"

namespace holdfast::rddl {
namespace {

std::string texts(std::string_view text) {
  std::string all;
  for (const Token& t : tokenize(text, "d.rddl")) {
    if (t.kind == Token::Kind::end) break;
    all += (all.empty() ? "" : " ") + t.text + (t.primed ? "'" : "");
  }
  return all;
}

std::string error_of(std::string_view text) {
  try {
    tokenize(text, "d.rddl");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Lexer, AMinusInsideOfANameIsPartOfIt) {
  EXPECT_EQ(texts("a-b'"), "a-b'");
  EXPECT_EQ(texts("a - b"), "a - b");
  EXPECT_EQ(texts("a- b"), "a - b");
  EXPECT_EQ(texts("1-P"), "1 - P");
  EXPECT_EQ(texts("-ELEVATOR-PENALTY * x"), "- ELEVATOR-PENALTY * x");
}

TEST(Lexer, QuantifiersAreWordsThatEndInAnUnderscore) {
  EXPECT_EQ(texts("sum_{?x : x_pos} f(?x)"), "sum_ { x : x_pos } f ( x )");
}

TEST(Lexer, LongerMarksWin) {
  EXPECT_EQ(texts("a<=>b=>c<=d~=e==f=g"), "a <=> b => c <= d ~= e == f = g");
}

TEST(Lexer, Numbers) {
  const std::vector<Token> t = tokenize(".45 1.0 40 1e-3 2.", "d.rddl");
  ASSERT_EQ(t.size(), 6u);
  EXPECT_EQ(t[0].value, 0.45);
  EXPECT_EQ(t[1].value, 1);
  EXPECT_EQ(t[2].value, 40);
  EXPECT_EQ(t[3].value, 0.001);
  EXPECT_EQ(t[4].value, 2);
}

TEST(Lexer, CommentsMayHoldAnyBytes) {
  EXPECT_EQ(texts("a // 351\x96\x33\x36\x33\n/* \xff * / */ b"), "a b");
}

TEST(Lexer, PlacesCountFromOne) {
  const std::vector<Token> t = tokenize("a\n  b'", "d.rddl");
  EXPECT_EQ(t[1].at.line, 2);
  EXPECT_EQ(t[1].at.column, 3);
}

TEST(Lexer, SaysWhatIsNoToken) {
  EXPECT_EQ(error_of("a\n b $ c"), "d.rddl:2:4: '$' is not part of the language");
  EXPECT_EQ(error_of("\xc3"),
            "d.rddl:1:1: byte 0xc3 is not part of the language, outside of comments");
  EXPECT_EQ(error_of("? x"), "d.rddl:1:1: expected a name after '?'");
  EXPECT_EQ(error_of("/* a"), "d.rddl:1:1: this comment never ends; expected \"*/\"");
  EXPECT_EQ(error_of("3x"),
            "d.rddl:1:1: a name starts with a letter; expected a mark after the number 3");
  EXPECT_EQ(error_of("1e999"), "d.rddl:1:1: 1e999 is not a number that can be stored");
}

}  // namespace
}  // namespace holdfast::rddl
