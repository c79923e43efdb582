#include "holdfast/rddl/read_model.h"

#include "holdfast/base/files.h"
#include "holdfast/rddl/parser.h"

namespace holdfast::rddl {

GroundModel read_model(const std::filesystem::path& domain, const std::filesystem::path& instance) {
  Blocks blocks;
  parse_blocks(read_file(domain), domain.string(), blocks);
  if (!same_file(domain, instance)) parse_blocks(read_file(instance), instance.string(), blocks);
  return ground(resolve(std::move(blocks)));
}

GroundModel parse_model(const std::string& domain, const std::string& instance) {
  Blocks blocks;
  parse_blocks(domain, "domain", blocks);
  parse_blocks(instance, "instance", blocks);
  return ground(resolve(std::move(blocks)));
}

}  // namespace holdfast::rddl
