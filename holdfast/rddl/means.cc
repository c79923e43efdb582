#include "holdfast/rddl/means.h"

#include <set>
#include <unordered_set>

namespace holdfast::rddl {

std::vector<int> bits_read(const Pool& pool, Ref r, Op kind) {
  std::set<int> bits;
  std::unordered_set<Ref> seen;
  std::vector<Ref> open{r};
  while (!open.empty()) {
    const Ref at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (pool.node(at).op == kind) bits.insert(pool.node(at).index);
    const std::span<const Ref> operands = pool.operands(at);
    open.insert(open.end(), operands.begin(), operands.end());
  }
  return {bits.begin(), bits.end()};
}

}  // namespace holdfast::rddl
