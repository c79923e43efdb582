#include "holdfast/bench/rddl_bench.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "holdfast/base/temporary_folder.h"
#include "holdfast/bench/measure.h"
#include "holdfast/rddl/engine.h"
#include "holdfast/rddl/read_model.h"

namespace holdfast {
namespace {

using rddl::Engine;

// Processor time of this process and of those that it waited for, such as compilers.
double processor_seconds() {
  double total = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    ::getrusage(who, &used);
    for (const timeval& t : {used.ru_utime, used.ru_stime}) {
      total += static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    }
  }
  return total;
}

double seconds_of(const std::function<void()>& work) {
  const double start = processor_seconds();
  work();
  return processor_seconds() - start;
}

// Whole episodes; returns how many steps they had.
double play_at_random(const Engine& engine, Rng& rng) {
  constexpr int kEpisodes = 200;
  const rddl::Interpreter& i = engine.interpreter();
  const auto n = static_cast<std::size_t>(i.state_words());
  const int horizon = engine.model().program.horizon;
  std::vector<std::uint64_t> words(2 * n), seen(static_cast<std::size_t>(i.observation_words()));
  for (int episode = 0; episode < kEpisodes; ++episode) {
    std::copy(i.initial().begin(), i.initial().end(), words.begin());
    for (int step = 0; step < horizon; ++step) {
      const int a = static_cast<int>(rng.below(static_cast<std::uint32_t>(i.action_count())));
      engine.move(words.data(), a, rng);
      engine.observe(words.data(), a, seen.data(), rng);
      std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(n), n, words.begin());
    }
  }
  return kEpisodes * horizon;
}

}  // namespace

void bench_rddl(nlohmann::json& results, const std::string& domain_file,
                const std::string& instance_file, int rounds) {
  std::shared_ptr<const rddl::GroundModel> model;
  results["seconds_to_ground"] = seconds_of([&] {
    model = std::make_shared<const rddl::GroundModel>(rddl::read_model(domain_file, instance_file));
  });
  results["state_bits"] = model->state.size();
  results["observation_bits"] = model->observation.size();
  results["joint_actions"] = model->joint_actions.size();
  const Engine interpreted(std::make_shared<const rddl::Interpreter>(model));
  const TemporaryFolder folder;
  rddl::CompilerOptions options = rddl::system_compiler();
  options.cache = folder / "cache";
  std::optional<Engine> compiled;
  const double seconds = seconds_of([&] {
    compiled = make_engine(std::make_shared<const rddl::Interpreter>(model),
                           rddl::EngineChoice::automatic, options);
  });
  Rng rng(1);
  std::vector<Contender> contenders{
      {"interpreted", [&] { return play_at_random(interpreted, rng); }}};
  if (compiled->is_compiled()) {
    results["seconds_to_compile"] = seconds;
    contenders.push_back({"compiled", [&] { return play_at_random(*compiled, rng); }});
  }
  const std::vector<double> rates = best_rates(contenders, rounds);
  for (std::size_t i = 0; i < rates.size(); ++i) {
    results[contenders[i].name + "_steps_per_second"] = rates[i];
  }
}

}  // namespace holdfast
