// How the braces of an aggregate become threshold tests (see CompiledAggregate).
#pragma once

#include "holdfast/logic/compiled_aggregate.h"
#include "holdfast/logic/derived_columns.h"
#include "holdfast/logic/variables.h"

namespace holdfast::logic {

// The aggregate with its elements, without what it is compared with. `global` are the variables of
// its rule that stand outside of braces. Throws Outside (rule_compiler.h) with the reason if it is
// beyond the compiled fragment.
CompiledAggregate compile_elements(const Aggregate& aggregate, const Variables& global,
                                   DerivedColumns& derived);

}  // namespace holdfast::logic
