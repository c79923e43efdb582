// The variables of a rule, and which of them are its own: a variable that occurs inside an
// aggregate only is the aggregate's, and stands for many values; all others are global.
#pragma once

#include <string>
#include <vector>

#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

// In the order of their first occurrence, each once, without `_`.
using Variables = std::vector<std::string>;

bool contains(const Variables& variables, const std::string& name);

// Each adds to `to`.
void collect_variables(const Term& term, Variables& to);
void collect_variables(const std::vector<Term>& terms, Variables& to);
// All of them, or of an aggregate only those of its guards.
enum class Inside { braces_too, guards_only };
void collect_variables(const Literal& literal, Inside inside, Variables& to);
void collect_variables(const std::vector<Literal>& body, Inside inside, Variables& to);

// The global variables of a rule: those of its head and of its body outside of braces.
Variables global_variables(const Rule& rule);

}  // namespace holdfast::logic
