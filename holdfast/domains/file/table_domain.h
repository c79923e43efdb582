// Tables as domains: `file(tiger.pomdp)` by name, and any table in memory.
#pragma once

#include <memory>
#include <string>

#include "holdfast/macro/state_words.h"
#include "holdfast/play/domain.h"
#include "holdfast/tables/table.h"

namespace holdfast {

DomainInfo file_info();

// With the words for rules that are declared, else with those that follow from a small table
// (table_words.h). Episodes are cut off after `steps`.
std::unique_ptr<Domain> make_table_domain(std::string name, tables::Table table, int steps,
                                          StateLanguage language = {});

// The table that a domain is made of; null if it is made otherwise.
const tables::Table* table_of(const Domain& domain);

}  // namespace holdfast
