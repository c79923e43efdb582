#include "holdfast/domains/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "holdfast/base/error.h"
#include "holdfast/domains/pocman/pocman_domain.h"
#include "holdfast/domains/rocksample/rocksample_domain.h"
#include "holdfast/domains/tag/tag_domain.h"
#include "holdfast/domains/tiger/tiger_domain.h"

namespace holdfast {

const std::vector<DomainInfo>& all_domains() {
  static const std::vector<DomainInfo> domains{rocksample_info(), pocman_info(), tag_info(),
                                               tiger_info()};
  return domains;
}

std::unique_ptr<Domain> make_domain(const std::string& text) {
  const Spec spec = parse_spec(text);
  std::vector<std::string> names;
  for (const DomainInfo& info : all_domains()) {
    if (info.name == spec.name) return info.make(spec);
    names.push_back(info.name);
  }
  const std::string near = nearest(spec.name, names);
  throw InputError(fmt::format(
      "there is no domain '{}'{}; the domains are {} (see `holdfast domains`)", spec.name,
      near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), fmt::join(names, ", ")));
}

}  // namespace holdfast
