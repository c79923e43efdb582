#include "holdfast/bench/signature.h"
#include "holdfast/base/source_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <string>

namespace holdfast {
namespace {

// signature.txt has what `holdfast bench --signature` printed when behaviour last changed on
// purpose; write it anew then, and say why in the commit.
TEST(Signature, IsThatOfTheLastIntendedChange) {
  std::map<std::string, std::string> pinned;
  std::ifstream file(source_folder() / "holdfast/bench/signature.txt");
  std::string value, name;
  while (file >> value && std::getline(file >> std::ws, name)) pinned[name] = value;
  const std::vector<SignaturePart> parts = signature_parts();
  for (const SignaturePart& part : parts) {
    EXPECT_EQ(std::to_string(part.value), pinned[part.name]) << part.name;
  }
  EXPECT_EQ(std::to_string(signature(parts)), pinned["signature"]);
  EXPECT_EQ(pinned.size(), parts.size() + 1);
}

}  // namespace
}  // namespace holdfast
