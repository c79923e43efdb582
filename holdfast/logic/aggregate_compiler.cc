#include "holdfast/logic/aggregate_compiler.h"

#include <algorithm>

#include "holdfast/logic/print.h"
#include "holdfast/logic/rule_compiler.h"

namespace holdfast::logic {
namespace {

using Source = CompiledRule::Source;

// Inside braces a variable of the rule stands for one value: a join.
void check_local(const AggregateElement& element, const Variables& global) {
  Variables used;
  collect_variables(element.tuple, used);
  collect_variables(element.condition, Inside::braces_too, used);
  for (const std::string& name : used) {
    if (contains(global, name)) throw Outside{name + " is used inside and outside of braces"};
  }
}

Source source_of(const Term& term, const CompiledRule& condition) {
  const auto& sources = condition.sources();
  const auto found = std::find_if(sources.begin(), sources.end(), [&](const Source& source) {
    return term.is_variable() && source.variable == term.name;
  });
  if (found == sources.end()) {
    throw Outside{to_string(term) + " is neither the entity nor a value of its condition"};
  }
  return *found;
}

void check_weight(const Aggregate& aggregate, const AggregateElement& element, const Source& weight,
                  const Vocabulary& vocabulary) {
  const bool of_entity = weight.kind == Source::entity;
  if (aggregate.function == Aggregate::Function::count) {
    if (!of_entity || element.tuple.size() != 1) {
      throw Outside{value_text(aggregate) + " counts something else than entities"};
    }
  } else if (of_entity && !has_numbered_entities(vocabulary)) {
    throw Outside{value_text(aggregate) + " orders names, not numbers"};
  }
}

}  // namespace

CompiledAggregate compile_elements(const Aggregate& aggregate, const Variables& global,
                                   DerivedColumns& derived) {
  CompiledAggregate result(aggregate, derived.vocabulary());
  for (const AggregateElement& element : aggregate.elements) {
    check_local(element, global);
    auto rule = std::make_shared<const Rule>(Rule{NoHead{}, element.condition, {}, {}});
    CompiledRule condition = RuleCompiler(*rule, derived).condition();
    Source weight = source_of(element.tuple.front(), condition);
    check_weight(aggregate, element, weight, derived.vocabulary());
    result.add({std::move(rule), std::move(condition), std::move(weight)});
  }
  return result;
}

}  // namespace holdfast::logic
