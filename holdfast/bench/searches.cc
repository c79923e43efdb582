#include "holdfast/bench/searches.h"

#include <nlohmann/json.hpp>

namespace holdfast {

Contender searches(Session& session, int count, std::int64_t Decision::*unit) {
  return {"", [&session, count, unit] {
            double units = 0;
            for (int i = 0; i < count; ++i) units += static_cast<double>(session.decide().*unit);
            return units;
          }};
}

void bench_two_threads(nlohmann::json& results, const std::string& planner, const Contender& one,
                       const Contender& two, int rounds) {
  const auto wall = best_rates({one, two}, rounds, Time::wall);
  results[planner + "_two_threads_vs_one"] = wall[1] / wall[0];
  const auto processor = best_rates({one, two}, rounds, Time::process);
  results[planner + "_two_threads_processor_time"] = processor[0] / processor[1];
}

}  // namespace holdfast
