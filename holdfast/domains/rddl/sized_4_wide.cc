#include "holdfast/domains/rddl/sized_domain.h"

namespace holdfast {

std::unique_ptr<Domain> make_rddl_4_wide(const std::string& name, const RddlSource& source) {
  return SizedRddlDomain<4, WideActionSet>::make(name, source);
}

}  // namespace holdfast
