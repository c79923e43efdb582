// For each target of the package, one use of what is compiled into it: USE_plan and so on.
#include <cstddef>

#if defined(USE_base)
#include "holdfast/base/version.h"
static std::size_t use() { return holdfast::version().size(); }
#elif defined(USE_logic)
#include "holdfast/logic/theory.h"
static std::size_t use() {
  return holdfast::logic::parse_theory("east :- dist(R,D).", "x").rules.size();
}
#elif defined(USE_learn)
#include "holdfast/learn/compression.h"
static std::size_t use() { return holdfast::learn::compress("traces").size(); }
#elif defined(USE_pomdp)
#include "holdfast/pomdp/action_set.h"
static std::size_t use() { return holdfast::ActionSet::first(2).empty() ? 0 : 1; }
#elif defined(USE_macro)
#include "holdfast/macro/shipped.h"
static std::size_t use() { return holdfast::shipped_names().size(); }
#elif defined(USE_plan)
#include "holdfast/plan/child_map.h"
static std::size_t use() {
  holdfast::ChildMap children(2, 2);
  children.clear();
  return 1;
}
#elif defined(USE_guide)
#include "holdfast/guide/adviser.h"
using Advice = holdfast::AdviceOverTime<holdfast::ActionSet>;
static void (Advice::*volatile advance)() = &Advice::advance;
static std::size_t use() { return advance != nullptr ? 1 : 0; }
#elif defined(USE_ais)
#include "holdfast/ais/options.h"
static std::size_t use() {
  holdfast::ais::check({});
  return 1;
}
#elif defined(USE_agents)
#include "holdfast/agents/agent_options.h"
static std::size_t use() { return holdfast::all_agent_options().size(); }
#elif defined(USE_play)
#include "holdfast/play/recording.h"
static std::size_t use() { return holdfast::without_timing("x").size(); }
#elif defined(USE_domains)
#include "holdfast/domains/registry.h"
static std::size_t use() { return holdfast::make_domain("tiger")->name().size(); }
#elif defined(USE_bench)
#include "holdfast/bench/signature.h"
static std::size_t use() { return holdfast::signature({}) == 0 ? 1 : 2; }
#elif defined(USE_study)
#include "holdfast/study/report.h"
static std::size_t use() { return holdfast::embedded_page().size(); }
#endif

int main() { return use() > 0 ? 0 : 1; }
