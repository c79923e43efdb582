#include "holdfast/studio/theory_check.h"

#include <gtest/gtest.h>

#include "holdfast/domains/registry.h"
#include "holdfast/macro/shipped.h"

namespace holdfast::studio {
namespace {

using nlohmann::json;

constexpr int kHorizon = 12;

json checked(const std::string& text) {
  const std::unique_ptr<Domain> domain = make_domain("rocksample(7,8)");
  const auto session = domain->start(1, domain->default_config());
  return check_theory({"mine.lp", text}, *session->symbols(logic::Recall::everything()), kHorizon);
}

void expect_error(const std::string& text, int line, int column, const std::string& what) {
  const json errors = checked(text)["errors"];
  ASSERT_EQ(errors.size(), 1u) << text;
  EXPECT_EQ(errors[0]["line"], line) << errors;
  EXPECT_EQ(errors[0]["column"], column) << errors;
  EXPECT_NE(errors[0]["what"].get<std::string>().find(what), std::string::npos) << errors;
}

TEST(TheoryCheck, ErrorsHaveTheirPlace) {
  expect_error("% coverage: east 0.9\n\neast :- guess(R,V), V > .", 3, 25, "expected");
  expect_error("east :- gess(R,V).", 1, 9, "gess");
  expect_error("east :- guess(R,V), W > V.", 1, 21, "W");
  // Of the whole theory.
  expect_error("east :- guess(R,V).", 0, 0, "no coverage for it");
}

TEST(TheoryCheck, RulesThatFireAreToldWithTheirLinesAndWords) {
  const json result = checked(
      "% coverage: east 0.9\n% coverage: check 0.9\n\n% a comment\neast :- guess(R,V),\n   V > "
      "90.\n\n"
      "% another\ncheck(R) :- guess(R,V), V <= 50.\n% the end\n");
  ASSERT_TRUE(result["errors"].empty()) << result;
  ASSERT_EQ(result["rules"].size(), 2u);
  const json& east = result["rules"][0];
  EXPECT_EQ(east["line"], 5);
  EXPECT_EQ(east["last"], 6);
  EXPECT_EQ(east["fires"], false);
  const json& check = result["rules"][1];
  EXPECT_EQ(check["line"], 9);
  EXPECT_EQ(check["last"], 9);
  EXPECT_EQ(check["fires"], true);
  // At the start rocks are as likely good as bad; by particles, to a tenth.
  EXPECT_EQ(check["words"].get<std::string>().find("rock "), 0u);
  EXPECT_EQ(check["head"], "check(R)");
}

// Every theory that ships is right, and what fires is what `explain` suggests.
TEST(TheoryCheck, ShippedTheoriesHaveNoErrors) {
  for (const char* name : {"rocksample/timed", "rocksample/local", "rocksample/learnt"}) {
    const json result = checked(std::string(shipped_text(name)));
    ASSERT_TRUE(result["errors"].empty()) << name << result;
    bool fires = false;
    for (const json& rule : result["rules"]) fires = fires || rule["fires"].get<bool>();
    EXPECT_EQ(fires, !result["macro_actions"].empty()) << name;
  }
}

// Outside the compiled fragment clingo tells what fires.
TEST(TheoryCheck, ClingoServesWhatIsNotCompiled) {
  const json result = checked(
      "% coverage: check 0.9\n\ncheck(R) :- guess(R,V), guess(Q,V), R < Q.\n"
      "check(R) :- guess(R,V), guess(Q,V), V > 1000, R < Q.\n");
  ASSERT_TRUE(result["errors"].empty()) << result;
  EXPECT_EQ(result["engine"], "clingo");
  EXPECT_EQ(result["rules"][0]["fires"], true);
  EXPECT_EQ(result["rules"][1]["fires"], false);
}

}  // namespace
}  // namespace holdfast::studio
