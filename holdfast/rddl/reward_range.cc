#include "holdfast/rddl/reward_range.h"

namespace holdfast::rddl {

Range range_of(const Pool& pool, Ref r) {
  const Node& node = pool.node(r);
  if (node.op == Op::constant) return {node.value, node.value};
  if (node.is_condition) return {0, 1};
  const std::span<const Ref> o = pool.operands(r);
  return range_by(node, [&](std::size_t i) { return range_of(pool, o[i]); });
}

Range reward_range(const GroundModel& model) {
  Range all = range_of(model.pool, model.joint_actions.front().reward);
  for (const JointAction& joint : model.joint_actions) {
    all = ranges::hull(all, range_of(model.pool, joint.reward));
  }
  return all;
}

}  // namespace holdfast::rddl
