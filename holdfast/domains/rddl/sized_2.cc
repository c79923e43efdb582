#include "holdfast/domains/rddl/sized_domain.h"

namespace holdfast {

std::unique_ptr<Domain> make_rddl_2(const std::string& name, const RddlSource& source) {
  return SizedRddlDomain<2, ActionSet>::make(name, source);
}

}  // namespace holdfast
