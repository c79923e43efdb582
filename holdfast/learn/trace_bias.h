// What bodies of rules may say of the facts of traces: the second part of a task from them, after
// the examples, since thresholds stand where their classes differ.
#pragma once

#include "holdfast/learn/trace_examples.h"

namespace holdfast::learn {

// Declares the features with their thresholds, and the words over all entities, whose facts are
// added to the contexts.
void declare_bodies(TraceExamples& examples, const TraceHeader& header,
                    const TraceTaskOptions& options);

}  // namespace holdfast::learn
