#include "holdfast/bench/compare.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "holdfast/base/error.h"
#include "holdfast/base/temporary_folder.h"

namespace holdfast {
namespace {

TEST(CompareBenches, TellsRatiosOfFiguresAndWhatIsMissing) {
  const nlohmann::json now{{"rate", 30.0}, {"new", 1.5}, {"revision", "b"}, {"signature", 5}};
  const nlohmann::json then{{"rate", 20.0}, {"old", 2.5}, {"revision", "a"}, {"signature", 5}};
  const std::string text = compare_benches(now, then);
  const auto line = [&](const std::string& name) {
    const std::size_t at = text.find("\n" + name + " ") + 1;
    return text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_NE(line("rate").find("1.500"), std::string::npos) << text;
  EXPECT_EQ(line("new").find("1.000"), std::string::npos) << text;
  EXPECT_NE(line("new").find(" -"), std::string::npos) << text;
  EXPECT_NE(line("old").find(" -"), std::string::npos) << text;
  EXPECT_NE(line("signature").find("5"), std::string::npos) << text;
}

TEST(CompareBenches, RefusesWhatIsNoRun) {
  const TemporaryFolder folder;
  for (const char* text :
       {"", "{", "[1]", "{\"rate\": 1}", "{\"revision\": \"\xff\"}", "{\"revision\": 1e999}"}) {
    const std::string path = (folder / "run.json").string();
    std::ofstream(path) << text;
    EXPECT_THROW(read_bench(path), InputError) << text;
  }
  const std::string nothing = (folder / "nothing.json").string();
  try {
    read_bench(nothing);
    ADD_FAILURE() << "read what is not there";
  } catch (const InputError& e) {
    const std::string message = e.what();
    EXPECT_NE(message.find(nothing), std::string::npos) << message;
    EXPECT_EQ(message.find(nothing), message.rfind(nothing)) << "named twice: " << message;
  }
}

// What is shown goes down into it.
TEST(CompareBenches, RefusesWhatNestsForEver) {
  const TemporaryFolder folder;
  const std::string deep =
      "{\"revision\": " + std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_THROW(read_bench(folder.write("run.json", deep + "}").string()), InputError);
}

}  // namespace
}  // namespace holdfast
