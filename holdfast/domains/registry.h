// The domains that there are, by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holdfast/play/domain.h"

namespace holdfast {

const std::vector<DomainInfo>& all_domains();

// Makes a domain from `rocksample(size=12,rocks=8)`; throws InputError that says what there is.
std::unique_ptr<Domain> make_domain(const std::string& text);

}  // namespace holdfast
