#include <gtest/gtest.h>

#include "fuzz/targets.h"
#include "holdfast/base/files.h"
#include "holdfast/base/source_folder.h"

namespace holdfast::fuzz {

// In the namespace of what it prints, where GoogleTest looks for it.
void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }

namespace {

class Fuzz : public ::testing::TestWithParam<Target> {};

// Seeds, and every input that broke something once.
TEST_P(Fuzz, EveryInputOfTheCorpus) {
  const std::filesystem::path folder = source_folder() / "fuzz/corpus" / GetParam().name;
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path().filename().string());
    EXPECT_NO_THROW(run(GetParam(), read_file(entry.path())));
    ++inputs;
  }
  EXPECT_GT(inputs, 0);
  EXPECT_NO_THROW(run(GetParam(), ""));
}

INSTANTIATE_TEST_SUITE_P(Targets, Fuzz,
                         ::testing::ValuesIn(all_targets().begin(), all_targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace holdfast::fuzz
