#include "holdfast/domains/rddl/sized_domain.h"

namespace holdfast {

std::unique_ptr<Domain> make_rddl_1(const std::string& name, const RddlSource& source) {
  return SizedRddlDomain<1, ActionSet>::make(name, source);
}

}  // namespace holdfast
