// What the page must know of a domain: its actions, the guides that it has, and the words in which
// it speaks to rules.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "holdfast/studio/playthrough.h"

namespace holdfast::studio {

// {domain, discount, step_limit, actions, planners, guides, theories, words: [{word, says}]}.
nlohmann::json domain_facts(const Playthrough& playthrough);

}  // namespace holdfast::studio
