#include "holdfast/macro/memory_facts.h"

namespace holdfast {

static_assert(History::kMost == logic::kMostRemembered);

MemoryFacts::Kind MemoryFacts::kind_of(const logic::Feature& feature) {
  if (feature.name == "last") return Kind::last;
  if (feature.name == "run") return Kind::run;
  return feature.name == "done" ? Kind::done : Kind::ago;
}

int MemoryFacts::value(Kind kind, const History& history, Action a) {
  switch (kind) {
    case Kind::last:
      return history.last() == a ? 1 : logic::Column::kAbsent;
    case Kind::run:
      return history.run();
    case Kind::done:
      return history.done(a);
    case Kind::ago:
      return history.ago(a) > 0 ? history.ago(a) : logic::Column::kAbsent;
  }
  return logic::Column::kAbsent;
}

void MemoryFacts::recall(Kind kind, int value, Action a, History& history) {
  switch (kind) {
    case Kind::last:
      return history.recall_last(a);
    case Kind::run:
      return history.recall_run(value);
    case Kind::done:
      return history.recall_done(a, value);
    case Kind::ago:
      return history.recall_ago(a, value);
  }
}

void MemoryFacts::state(const History& history, logic::Facts& facts) const {
  for (const Entry& entry : entries_) {
    if (entry.of_entity) {
      for (int e = 0; e < entities_; ++e) {
        facts.set(entry.column, e,
                  value(entry.kind, history, entry.actions[static_cast<std::size_t>(e)]));
      }
    } else {
      const Action a = entry.actions.empty() ? History::kNone : entry.actions.front();
      facts.set_all(entry.column, value(entry.kind, history, a));
    }
  }
}

History MemoryFacts::read(const logic::Facts& facts) const {
  History history;
  for (const Entry& entry : entries_) {
    for (int e = 0; e < (entry.of_entity ? entities_ : 1); ++e) {
      if (!facts.has(entry.column, e)) continue;
      const Action a =
          entry.actions.empty() ? History::kNone : entry.actions[static_cast<std::size_t>(e)];
      recall(entry.kind, facts.value(entry.column, e), a, history);
    }
  }
  return history;
}

}  // namespace holdfast
