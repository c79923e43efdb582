#include "holdfast/domains/rddl/rddl_domain.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"
#include "holdfast/domains/rddl/rddl_domain_of.h"
#include "holdfast/rddl/features.h"
#include "holdfast/rddl/read_model.h"

namespace holdfast {

// The smallest that fits.
std::unique_ptr<Domain> make_rddl_domain(const std::string& name, rddl::GroundModel model,
                                         const std::optional<logic::Theory>& features,
                                         const std::string& engine) {
  const auto ground = std::make_shared<const rddl::GroundModel>(std::move(model));
  const auto words = std::make_shared<rddl::ModelWords>(ground);
  if (features) rddl::add_features(*features, words->filter, words->table);
  const RddlSource source{.interpreter = std::make_shared<const rddl::Interpreter>(ground),
                          .words = words,
                          .engine = rddl::engine_choice(engine)};
  for (const MakeRddlDomain sized :
       {make_rddl_1, make_rddl_2, make_rddl_4, make_rddl_4_wide, make_rddl_16_wide}) {
    if (auto domain = sized(name, source)) return domain;
  }
  throw InputError(
      fmt::format("{} is too large: {} state bits, {} observation bits and {} actions; the limits "
                  "are 1024 each",
                  ground->program.instance, ground->state.size(), ground->observation.size(),
                  ground->joint_actions.size()));
}

namespace {

std::unique_ptr<Domain> make(const Spec& spec) {
  const Parameters parameters(spec, rddl_info().parameters, rddl_info().positional);
  for (const char* name : {"domain", "instance"}) {
    if (!parameters.text(name).empty()) continue;
    throw InputError(fmt::format("rddl: which {}? write rddl(domain.rddl,instance.rddl)", name));
  }
  rddl::GroundModel model =
      rddl::read_model(parameters.text("domain"), parameters.text("instance"));
  std::optional<logic::Theory> features;
  if (parameters.text("features") != "none") {
    features = logic::read_theory(parameters.text("features"));
  }
  return make_rddl_domain(parameters.canonical(), std::move(model), features,
                          parameters.text("engine"));
}

}  // namespace

DomainInfo rddl_info() {
  return {"rddl",
          "A model from RDDL files, the language of the planning competitions (docs/rddl.md).",
          {{"domain", "", "the file of the domain"},
           {"instance", "", "the file of the instance, which may be the same"},
           {"features", "none", "a file of words for rules, defined over the model's fluents"},
           {"engine", "auto", "auto, interpreter, or compiled by the system's compiler"}},
          {"domain", "instance"},
          make};
}

}  // namespace holdfast
