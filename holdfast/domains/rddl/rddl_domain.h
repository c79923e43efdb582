#pragma once

#include <optional>
#include <string>

#include "holdfast/logic/theory.h"
#include "holdfast/play/domain.h"
#include "holdfast/rddl/ground_model.h"

namespace holdfast {

DomainInfo rddl_info();

// Of a model in memory, with words for rules of one's own if there are some. The engine is auto,
// interpreter or compiled. Throws InputError if the model is too large.
std::unique_ptr<Domain> make_rddl_domain(const std::string& name, rddl::GroundModel model,
                                         const std::optional<logic::Theory>& features,
                                         const std::string& engine);

}  // namespace holdfast
