#include "holdfast/base/spec.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

const std::vector<ParameterInfo> kKnown{{"size", "7", "side of the grid"},
                                        {"rocks", "8", "number of rocks"},
                                        {"layout", "random", "where the rocks are"}};

std::string message_of(auto&& call) {
  try {
    call();
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(Spec, ReadsNamesKeysAndBareWords) {
  const Spec spec = parse_spec(" pocman( full, food = 0.2 ) ");
  EXPECT_EQ(spec.name, "pocman");
  ASSERT_EQ(spec.arguments.size(), 2u);
  EXPECT_EQ(spec.arguments[0], (std::pair<std::string, std::string>("", "full")));
  EXPECT_EQ(spec.arguments[1], (std::pair<std::string, std::string>("food", "0.2")));
  EXPECT_TRUE(parse_spec("tiger()").arguments.empty());
}

TEST(Spec, SaysWhereTheTextBreaks) {
  EXPECT_NE(message_of([] { parse_spec("rocksample(size=12"); }).find("column 19"),
            std::string::npos);
  for (const char* bad : {"", "(", "a(", "a(b", "a(b=", "a(b=1))", "a b", "a(,)", "a(b=1,)"}) {
    EXPECT_THROW(parse_spec(bad), InputError) << bad;
  }
}

TEST(Parameters, DefaultsGivenAndCanonical) {
  const Parameters p(parse_spec("rocksample(size=12)"), kKnown);
  EXPECT_EQ(p.integer("size", 1, 100), 12);
  EXPECT_EQ(p.integer("rocks", 1, 32), 8);
  EXPECT_TRUE(p.given("size"));
  EXPECT_FALSE(p.given("rocks"));
  EXPECT_EQ(p.canonical(), "rocksample(size=12,rocks=8,layout=random)");
}

TEST(Parameters, BareWordsFillInOrder) {
  const Parameters p(parse_spec("rocksample(11,11)"), kKnown, {"size", "rocks"});
  EXPECT_EQ(p.integer("size", 1, 100), 11);
  EXPECT_EQ(p.integer("rocks", 1, 32), 11);
}

TEST(Parameters, MessagesNameWhatThereIs) {
  const std::string unknown =
      message_of([] { Parameters(parse_spec("rocksample(rock=3)"), kKnown); });
  EXPECT_NE(unknown.find("did you mean 'rocks'"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("size, rocks, layout"), std::string::npos) << unknown;
  const std::string range = message_of(
      [] { Parameters(parse_spec("rocksample(rocks=99)"), kKnown).integer("rocks", 0, 32); });
  EXPECT_NE(range.find("rocks=99 is not a whole number from 0 to 32"), std::string::npos) << range;
  EXPECT_THROW(Parameters(parse_spec("rocksample(size=1,size=2)"), kKnown), InputError);
  EXPECT_THROW(Parameters(parse_spec("rocksample(7)"), kKnown), InputError);
  EXPECT_THROW(Parameters(parse_spec("rocksample(size=nan)"), kKnown).real("size", 0, 1),
               InputError);
}

TEST(Parameters, RangesAreDeclaredOnce) {
  const std::vector<ParameterInfo> known{whole_number("length", 12, 2, 60, "cells"),
                                         real_number("hearing", 0.85, 0.5, 1, "how well")};
  EXPECT_EQ(known[0].help, "cells, 2 to 60");
  const Parameters p(parse_spec("walk(length=9)"), known);
  EXPECT_EQ(p.integer("length"), 9);
  EXPECT_EQ(p.real("hearing"), 0.85);
  EXPECT_EQ(p.canonical(), "walk(length=9,hearing=0.85)");
  const std::string range =
      message_of([&] { Parameters(parse_spec("walk(length=1)"), known).integer("length"); });
  EXPECT_NE(range.find("length=1 is not a whole number from 2 to 60"), std::string::npos) << range;
  const std::string undeclared = message_of([&] { p.integer("width"); });
  EXPECT_NE(undeclared.find("'width' that it does not declare"), std::string::npos) << undeclared;
}

TEST(Nearest, OnlyWhatIsNear) {
  EXPECT_EQ(nearest("rocksampel", {"tiger", "rocksample", "pocman"}), "rocksample");
  EXPECT_EQ(nearest("zzzzzz", {"tiger", "rocksample"}), "");
}

}  // namespace
}  // namespace holdfast
