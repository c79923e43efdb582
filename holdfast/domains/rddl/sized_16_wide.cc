#include "holdfast/domains/rddl/sized_domain.h"

namespace holdfast {

std::unique_ptr<Domain> make_rddl_16_wide(const std::string& name, const RddlSource& source) {
  return SizedRddlDomain<16, WideActionSet>::make(name, source);
}

}  // namespace holdfast
