#include "holdfast/tables/classic_file.h"

#include <algorithm>
#include <filesystem>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/tables/pomdp_reader.h"
#include "holdfast/tables/pomdpx_reader.h"

namespace holdfast::tables {

Table read_classic_file(const std::string& path) {
  // Cassandra's own files end in .POMDP.
  std::string ending = std::filesystem::path(path).extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  const bool factored = ending == ".pomdpx";
  if (!factored && ending != ".pomdp") {
    throw InputError(path + ": expected a file whose name ends in .pomdp or .pomdpx");
  }
  const std::string text = read_file(path);
  return factored ? parse_pomdpx(text, path) : parse_pomdp(text, path);
}

}  // namespace holdfast::tables
