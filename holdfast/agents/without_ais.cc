#include "holdfast/agents/without_ais.h"

#include <nlohmann/json.hpp>

#include "holdfast/agents/ais_config.h"
#include "holdfast/base/error.h"

namespace holdfast {

void refuse_ais() {
  throw InputError(
      "this holdfast was built without AIS; for neural agents configure the build with "
      "-DHOLDFAST_AIS=ON (it needs Eigen)");
}

void load_ais(AisConfig&, const std::string&) { refuse_ais(); }

std::unique_ptr<Player> make_ais_player(const AisConfig&, int, std::int64_t, std::uint64_t) {
  refuse_ais();
}

nlohmann::json ais_json(const AisConfig&) { refuse_ais(); }

std::string describe_ais(const AisConfig&) { refuse_ais(); }

}  // namespace holdfast
