#include "holdfast/tables/classic_file.h"

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/tables/pomdp_reader.h"
#include "holdfast/tables/pomdpx_reader.h"

namespace holdfast::tables {

Table read_classic_file(const std::string& path) {
  const bool factored = path.ends_with(".pomdpx");
  if (!factored && !path.ends_with(".pomdp")) {
    throw InputError(path + ": expected a file whose name ends in .pomdp or .pomdpx");
  }
  const std::string text = read_file(path);
  return factored ? parse_pomdpx(text, path) : parse_pomdp(text, path);
}

}  // namespace holdfast::tables
