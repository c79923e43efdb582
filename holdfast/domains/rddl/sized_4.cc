#include "holdfast/domains/rddl/sized_domain.h"

namespace holdfast {

std::unique_ptr<Domain> make_rddl_4(const std::string& name, const RddlSource& source) {
  return SizedRddlDomain<4, ActionSet>::make(name, source);
}

}  // namespace holdfast
