#include "holdfast/tables/pomdp_reader.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/tables/classic_file.h"
#include "holdfast/tables/two_state_oracle.h"

namespace holdfast::tables {
namespace {

Table shipped(const std::string& name) {
  return read_classic_file((source_folder() / "models/classic" / name).string());
}

constexpr const char* kHead =
    "discount: 0.9\nvalues: reward\nstates: a b\nactions: go\nobservations: x y\n";

std::string error_of(const std::string& text) {
  try {
    parse_pomdp(text, "m.pomdp");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(PomdpReader, Tiger) {
  const Table tiger = shipped("tiger.pomdp");
  EXPECT_EQ(tiger.states, (std::vector<std::string>{"tiger-left", "tiger-right"}));
  EXPECT_EQ(tiger.transitions.probability(tiger.row(0, 1), 1), 1);
  EXPECT_EQ(tiger.transitions.probability(tiger.row(1, 1), 0), 0.5);
  EXPECT_EQ(tiger.sights.probability(tiger.row(0, 1), 0), 0.15);
  EXPECT_EQ(tiger.min_reward, -100);
  EXPECT_EQ(tiger.max_reward, 10);
  EXPECT_EQ(tiger.start.probability(0, 1), 0.5);
}

// The figure of the literature for the endless version.
TEST(PomdpReader, TigerIsWorthWhatItIsInTheLiterature) {
  EXPECT_NEAR(TwoStateOracle(shipped("tiger.pomdp")).value(), 19.37, 0.01);
}

TEST(PomdpReader, CostsAreNegativeRewards) {
  const Table machine = shipped("machine.pomdp");
  EXPECT_EQ(machine.max_reward, 3);
  EXPECT_EQ(machine.min_reward, -5);
  EXPECT_EQ(machine.start.probability(0, 0), 1);
  EXPECT_EQ(machine.transitions.row(machine.row(2, 1)).size(), 1U);
}

TEST(PomdpReader, NumbersNameWhatHasNoName) {
  const Table corridor = shipped("corridor.pomdp");
  EXPECT_EQ(corridor.states[3], "s3");
  EXPECT_EQ(corridor.start.probability(0, 2), 0);
  EXPECT_NEAR(corridor.start.probability(0, 3), 1.0 / 3, 1e-12);
  EXPECT_EQ(corridor.sights.probability(corridor.row(1, 2), 1), 1);
}

// Later lines replace earlier ones; * is every one; rewards may ask the next state and what is
// seen.
TEST(PomdpReader, LaterLinesReplaceEarlierOnes) {
  const Table t = parse_pomdp(std::string(kHead) +
                                  "T: * uniform\nT: go : a : a 1\nT: go : a : b 0\n"
                                  "O: go : * : x 0.25\nO: go : * : y 0.75\n"
                                  "R: * : * : * : * 1\nR: go : b : b : y 9\n"
                                  "R: go : b : a 2 6\n",
                              "m.pomdp");
  EXPECT_EQ(t.transitions.row(t.row(0, 0)).size(), 1U);
  EXPECT_EQ(t.rewards, (std::vector<double>{1, 0.25 * 2 + 0.75 * 6, 0.25 * 1 + 0.75 * 9}));
}

TEST(PomdpReader, AStateThatNothingLeavesIsTheEnd) {
  const Table t = parse_pomdp(std::string(kHead) +
                                  "start: a\nT: go : a : b 1\nT: go : b : b 1\nO: go uniform\n"
                                  "R: go : a : * : * 5\n",
                              "m.pomdp");
  EXPECT_EQ(t.terminal, (std::vector<bool>{false, true}));
}

TEST(PomdpReader, ResetGoesToTheStart) {
  const Table t = parse_pomdp(std::string(kHead) +
                                  "T: go : a : b 1\nT: go : b reset\nO: go uniform\n"
                                  "start: 0.25 0.75\n",
                              "m.pomdp");
  EXPECT_EQ(t.transitions.probability(t.row(0, 1), 0), 0.25);
}

TEST(PomdpReader, ErrorsSayWhere) {
  const std::string head = kHead;
  EXPECT_EQ(error_of(head + "T: go identity\nO: go\n0.5 0.5\n0.5 0.4\n"),
            "m.pomdp:9:1: the probabilities of O: go : b sum to 0.9; expected 1");
  EXPECT_EQ(error_of(head + "T: go identity\n"),
            "m.pomdp: nothing is said of O: go : a; expected 2 probabilities");
  EXPECT_EQ(error_of(head + "T: goo identity\n"),
            "m.pomdp:6:4: there is no action 'goo' (did you mean 'go'?); there are 1");
  EXPECT_EQ(error_of(head + "T: go : a : b 2\n"),
            "m.pomdp:6:15: 2 is no probability; expected a number from 0 to 1");
  EXPECT_EQ(error_of(head + "T: go : a 1\n"),
            "m.pomdp:7:1: expected number 2 of 2 of this row, found the end of the file");
  EXPECT_EQ(error_of("T: go identity\n"),
            "m.pomdp:1:1: the states must be said before; add a line 'states: ...'");
  EXPECT_EQ(error_of("discount: 1\n"),
            "m.pomdp:1:11: the discount 1 must be at least 0 and below 1: planning has no end "
            "otherwise; try 0.999");
  EXPECT_EQ(error_of("states: 2 2\n").substr(0, 11), "m.pomdp:1:1");
  EXPECT_NE(error_of("states: 100000000\n"), "");
  EXPECT_NE(error_of(""), "");
}

}  // namespace
}  // namespace holdfast::tables
