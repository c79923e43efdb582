// The domains that there are, by name: those of this folder, and those from outside
// (load_domains.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holdfast/play/domain.h"

namespace holdfast {

const std::vector<DomainInfo>& all_domains();

// The one that `rocksample(size=12,rocks=8)` is an instance of; throws InputError that says what
// there is.
const DomainInfo& find_domain(const std::string& text);

// Makes that instance.
std::unique_ptr<Domain> make_domain(const std::string& text);

// To be called before there are threads. Throws InputError if the name is taken.
void add_domain(DomainInfo info);

}  // namespace holdfast
