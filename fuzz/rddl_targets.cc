// Models: read, made ground within small limits, and run for some steps.
#include <algorithm>

#include "fuzz/targets.h"
#include "holdfast/base/error.h"
#include "holdfast/rddl/analysis.h"
#include "holdfast/rddl/interpreter.h"
#include "holdfast/rddl/parser.h"
#include "holdfast/rddl/reward_range.h"

namespace holdfast::fuzz {

void rddl(std::string_view bytes) {
  namespace r = holdfast::rddl;
  r::Blocks blocks;
  r::parse_blocks(bytes, "model.rddl", blocks);
  const r::Limits limits{.formula_visits = 20000, .state_bits = 200, .joint_actions = 200};
  const auto model =
      std::make_shared<r::GroundModel>(r::ground(resolve(std::move(blocks)), limits));
  r::analyse(*model);
  r::reward_range(*model);
  const r::Interpreter interpreter(model);
  std::vector<std::uint64_t> words = interpreter.initial();
  const std::size_t n = words.size();
  words.resize(2 * n);
  std::vector<std::uint64_t> seen(static_cast<std::size_t>(interpreter.observation_words()));
  Rng rng(1);
  try {
    for (int step = 0; step < 20; ++step) {
      const int a = step % interpreter.action_count();
      interpreter.move(words.data(), a, rng);
      interpreter.observe(words.data(), a, seen.data(), rng);
      interpreter.likelihood(words.data(), a, seen.data());
      interpreter.is_legal(words.data(), a);
      std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(n), n, words.begin());
    }
  } catch (const Error&) {
    // A chance or a reward that is none is found when it is drawn.
  }
}

}  // namespace holdfast::fuzz
