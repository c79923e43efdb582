#include "holdfast/domains/rddl/sized_domain.h"

namespace holdfast {

std::unique_ptr<Domain> make_rddl_16_wide(
    const std::string& name, const std::shared_ptr<const rddl::Interpreter>& interpreter) {
  return SizedRddlDomain<16, WideActionSet>::make(name, interpreter);
}

}  // namespace holdfast
