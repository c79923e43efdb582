// Words for rules that follow from a table, where its author declares none: in how many percent of
// the belief each state is. tiger_left(V) is one of the classic Tiger's.
#pragma once

#include "holdfast/macro/state_words.h"
#include "holdfast/tables/table.h"

namespace holdfast::tables {

// Of larger tables nobody would read them, and no learner choose among them.
inline constexpr std::size_t kMostStatesAsWords = 32;

// Without words if the table is larger than that.
StateLanguage table_words(const Table& table);

}  // namespace holdfast::tables
