#include "holdfast/domains/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "holdfast/base/error.h"
#include "holdfast/domains/file/table_domain.h"
#include "holdfast/domains/lasertag/laser_tag_domain.h"
#include "holdfast/domains/lightdark/light_dark_domain.h"
#include "holdfast/domains/pocman/pocman_domain.h"
#include "holdfast/domains/rddl/rddl_domain.h"
#include "holdfast/domains/rocksample/rocksample_domain.h"
#include "holdfast/domains/tag/tag_domain.h"
#include "holdfast/domains/tiger/tiger_domain.h"

namespace holdfast {

namespace {

std::vector<DomainInfo>& domains() {
  static std::vector<DomainInfo> all{rocksample_info(), pocman_info(),     tag_info(),
                                     laser_tag_info(),  light_dark_info(), tiger_info(),
                                     rddl_info(),       file_info()};
  return all;
}

}  // namespace

const std::vector<DomainInfo>& all_domains() { return domains(); }

namespace {

// What somebody may have meant; "" if nobody knows.
std::string hint(const std::string& name, const std::vector<std::string>& names) {
  if (name.ends_with(".pomdp") || name.ends_with(".pomdpx") || name.ends_with(".POMDP")) {
    return fmt::format(" (write 'file({})')", name);
  }
  if (name.ends_with(".rddl")) return " (write 'rddl(domain.rddl,instance.rddl)')";
  const std::string near = nearest(name, names);
  return near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near);
}

}  // namespace

const DomainInfo& find_domain(const std::string& text) {
  const Spec spec = parse_spec(text);
  std::vector<std::string> names;
  for (const DomainInfo& info : all_domains()) {
    if (info.name == spec.name) return info;
    names.push_back(info.name);
  }
  throw InputError(fmt::format(
      "there is no domain '{}'{}; the domains are {} (see `holdfast domains`); one from outside "
      "must be given by --load",
      spec.name, hint(spec.name, names), fmt::join(names, ", ")));
}

std::unique_ptr<Domain> make_domain(const std::string& text) {
  return find_domain(text).make(parse_spec(text));
}

void add_domain(DomainInfo info) {
  for (const DomainInfo& known : domains()) {
    if (known.name != info.name) continue;
    throw InputError(fmt::format("there is a domain '{}' already, {}; rename one of them",
                                 info.name,
                                 known.file.empty() ? "in holdfast itself" : "from " + known.file));
  }
  domains().push_back(std::move(info));
}

}  // namespace holdfast
