// Reads the formulas of RDDL. Precedence, low to high: if and quantifiers (which reach as far right
// as they can), <=>, =>, |, ^, comparisons, + and -, * and /, unary - and ~. Parentheses are round
// or square; the two dialects differ in which they use where.
#pragma once

#include "holdfast/rddl/syntax.h"
#include "holdfast/rddl/token_stream.h"

namespace holdfast::rddl {

// Deeper formulas are refused, so that nothing that walks them runs out of stack.
inline constexpr int kMostNested = 250;

// Throws InputError that says what was expected where.
Expression parse_expression(TokenStream& tokens);

}  // namespace holdfast::rddl
