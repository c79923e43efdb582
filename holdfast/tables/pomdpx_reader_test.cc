#include "holdfast/tables/pomdpx_reader.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/tables/xml.h"

namespace holdfast::tables {
namespace {

std::string rover() { return read_file(source_folder() / "models/classic/rover.pomdpx"); }

std::string with(const std::string& from, const std::string& to) {
  std::string text = rover();
  return text.replace(text.find(from), from.size(), to);
}

std::string error_of(const std::string& text) {
  try {
    parse_pomdpx(text, "m.pomdpx");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

// States are place and rock: west,good is 0, gone,bad is 5.
TEST(PomdpxReader, MultipliesVariablesOut) {
  const Table t = parse_pomdpx(rover(), "rover.pomdpx");
  EXPECT_EQ(t.states.front(), "west,good");
  EXPECT_EQ(t.states.back(), "gone,bad");
  EXPECT_EQ(t.observations.size(), 6U);  // the place is seen, and the look
  EXPECT_EQ(t.start.probability(0, 0), 0.5);
  EXPECT_EQ(t.start.probability(0, 1), 0.5);
  EXPECT_EQ(t.transitions.probability(t.row(0, 0), 2), 1);  // go
  EXPECT_EQ(t.transitions.probability(t.row(2, 0), 1), 1);  // sample: the good rock turns bad
  EXPECT_EQ(t.transitions.probability(t.row(2, 2), 2), 1);  // there is none in the east
  EXPECT_EQ(t.sights.probability(t.row(1, 0), 0), 0.9);
  EXPECT_EQ(t.sights.probability(t.row(1, 1), 0), 0.1);
  EXPECT_EQ(t.rewards[t.transitions.begin(t.row(2, 1))], -10);
  EXPECT_EQ(t.terminal, (std::vector<bool>{false, false, false, false, true, true}));
}

TEST(PomdpxReader, ErrorsSayWhere) {
  EXPECT_EQ(error_of(with("<Instance>go east *", "<Instance>go eats *")),
            "m.pomdpx:83:26: there is no value 'eats' (did you mean 'east'?); there are 3");
  EXPECT_EQ(
      error_of(with("<ProbTable>0 1 0<", "<ProbTable>0 0.5 0<")),
      "m.pomdpx:28:5: the probabilities of the effects of action go in state west,good sum to "
      "0.5; expected 1");
  EXPECT_EQ(error_of(with("<ProbTable>0 1 0<", "<ProbTable>0 1<")),
            "m.pomdpx:32:46: 2 numbers in <ProbTable>; expected 3");
  EXPECT_EQ(error_of(with("</Discount>", "</Discont>")),
            "m.pomdpx:5:17: expected </Discount>, which was opened in line 5");
  EXPECT_EQ(error_of(with("<Terminal>", "<SubDAG>")).substr(0, 9), "m.pomdpx:");
  EXPECT_EQ(error_of("<x/>"), "m.pomdpx:1:1: expected <pomdpx>, found <x>");
  EXPECT_EQ(error_of(""), "m.pomdpx:1:1: expected an element such as <pomdpx>");
}

TEST(Xml, Entities) {
  const XmlElement x = parse_xml("<a b='1 &lt; 2'><!-- no -->x &amp; <c/>y</a>", "x");
  EXPECT_EQ(x.attributes.at("b"), "1 < 2");
  EXPECT_EQ(x.text, "x & y");
  EXPECT_EQ(x.children.size(), 1U);
}

}  // namespace
}  // namespace holdfast::tables
