#include "holdfast/base/version.h"
#include "holdfast/base/source_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace holdfast {
namespace {

TEST(Version, NamesTheRevision) {
  EXPECT_EQ(version_with_revision(), std::string(version()) + " (" + std::string(revision()) + ")");
  const bool in_git = std::filesystem::exists(source_folder() / ".git");
  EXPECT_EQ(revision() == "unknown", !in_git);
}

}  // namespace
}  // namespace holdfast
