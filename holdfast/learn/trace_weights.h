// What the examples of traces weigh: the last part of a task from them, since a penalty goes by the
// number of literals that there are.
#pragma once

#include "holdfast/learn/trace_examples.h"

namespace holdfast::learn {

// The task with its penalties, and without examples of no stake where they weigh by it.
TraceTask weighed(TraceExamples&& examples, const TraceTaskOptions& options);

// The penalty by description length: naming an exception among n examples takes log2(n) bits,
// naming a literal among the c there are takes log2(c); their ratio is what an exception may cost
// in literals. At least 1.
Cost penalty_of(std::size_t examples, const Bias& bias);

}  // namespace holdfast::learn
