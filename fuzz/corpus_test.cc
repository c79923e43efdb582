#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "fuzz/mutate.h"
#include "fuzz/targets.h"
#include "holdfast/base/files.h"
#include "holdfast/base/source_folder.h"

namespace holdfast::fuzz {

// In the namespace of what it prints, where GoogleTest looks for it.
void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }

namespace {

// To be read in a message, and typed in again.
std::string quoted(const std::string& bytes) {
  return ::testing::PrintToString(bytes.substr(0, 2000));
}

class Fuzz : public ::testing::TestWithParam<Target> {
 protected:
  // By name, in an order that does not depend on the file system.
  static std::map<std::string, std::string> corpus() {
    std::map<std::string, std::string> inputs;
    const std::filesystem::path folder = source_folder() / "fuzz/corpus" / GetParam().name;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      inputs[entry.path().filename().string()] = read_file(entry.path());
    }
    return inputs;
  }
};

// Seeds, and every input that broke something once.
TEST_P(Fuzz, EveryInputOfTheCorpus) {
  const auto inputs = corpus();
  EXPECT_FALSE(inputs.empty());
  for (const auto& [name, bytes] : inputs) {
    SCOPED_TRACE(name);
    EXPECT_NO_THROW(run(GetParam(), bytes));
  }
  EXPECT_NO_THROW(run(GetParam(), ""));
}

// The same edits in every run. HOLDFAST_EDITS=1000000 asks for as many, beginning with those of the
// test; libFuzzer looks for inputs that reach new code instead.
TEST_P(Fuzz, RandomEditsOfTheCorpus) {
  const char* asked = std::getenv("HOLDFAST_EDITS");
  const std::uint64_t edits = asked ? std::strtoull(asked, nullptr, 10) : 2'000;
  std::vector<std::string> inputs;
  for (auto& [name, bytes] : corpus()) inputs.push_back(bytes);
  for (std::uint64_t number = 0; number < edits; ++number) {
    Rng rng(number);
    const std::string bytes = mutated(inputs[number % inputs.size()], inputs, rng);
    EXPECT_NO_THROW(run(GetParam(), bytes)) << "input " << number << ": " << quoted(bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, Fuzz,
                         ::testing::ValuesIn(all_targets().begin(), all_targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace holdfast::fuzz
