#include "holdfast/rddl/orders.h"

#include <gtest/gtest.h>

#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

std::vector<int> coordinates(const std::string& values) {
  const auto orders = find_orders(TestModel{.values = values}.program());
  return orders[0] ? orders[0]->coordinate : std::vector<int>{};
}

using Coordinates = std::vector<int>;

TEST(Orders, AChainHasCoordinates) {
  EXPECT_EQ(coordinates("NEXT(c1,c2); NEXT(c2,c3);"), (Coordinates{0, 1, 2}));
  EXPECT_EQ(coordinates("NEXT(c3,c1); NEXT(c1,c2);"), (Coordinates{1, 2, 0}));
  // Walls that lead nowhere.
  EXPECT_EQ(coordinates("NEXT(c1,c2); NEXT(c2,c3); NEXT(c3,c3);"), (Coordinates{0, 1, 2}));
}

TEST(Orders, NothingElseHas) {
  EXPECT_EQ(coordinates("NEXT(c1,c2);"), Coordinates{});
  EXPECT_EQ(coordinates("NEXT(c1,c2); NEXT(c1,c3);"), Coordinates{});
  EXPECT_EQ(coordinates("NEXT(c1,c2); NEXT(c3,c2);"), Coordinates{});
  EXPECT_EQ(coordinates("NEXT(c1,c2); NEXT(c2,c3); NEXT(c3,c1);"), Coordinates{});
  EXPECT_EQ(coordinates("NEXT(c1,c2); NEXT(c2,c1);"), Coordinates{});
}

TEST(Orders, ARelationMaySayItBackwards) {
  TestModel model;
  model.fluents += "BACK(cell,cell) : { non-fluent, bool, default = false };";
  model.values += "BACK(c3,c2); BACK(c2,c1);";
  const Program program = model.program();
  const auto orders = find_orders(program);
  EXPECT_EQ(program.fluent(orders[0]->relation).name, "NEXT");
  EXPECT_EQ(program.fluent(orders[0]->reverse).name, "BACK");
  EXPECT_FALSE(orders[1]);
}

}  // namespace
}  // namespace holdfast::rddl
