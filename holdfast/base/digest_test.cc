#include "holdfast/base/digest.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

// The published test vectors of FNV-1a.
TEST(Digest, IsFnv1a) {
  EXPECT_EQ(digest(""), "cbf29ce484222325");
  EXPECT_EQ(digest("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(digest("foobar"), "85944171f73967e8");
}

}  // namespace
}  // namespace holdfast
