// Tables as domains: `file(tiger.pomdp)` by name, and any table in memory.
#pragma once

#include <memory>
#include <string>

#include "holdfast/macro/state_words.h"
#include "holdfast/play/domain.h"
#include "holdfast/tables/table.h"

namespace holdfast {

DomainInfo file_info();

// With words for rules if some are declared. Episodes are cut off after `steps`.
std::unique_ptr<Domain> make_table_domain(std::string name, tables::Table table, int steps,
                                          StateLanguage language = {});

}  // namespace holdfast
