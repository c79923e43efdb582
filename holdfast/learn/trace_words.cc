#include "holdfast/learn/trace_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "holdfast/base/error.h"
#include "holdfast/learn/feature_shape.h"
#include "holdfast/logic/memory_words.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using logic::Feature;

// As announced, with the indices that a series has: food(E,1..4,V).
std::string announced(const Feature& f) {
  std::string shape = logic::shape_of(f);
  if (f.kind != Feature::Kind::series) return shape;
  return shape.replace(shape.rfind("I,"), 1, fmt::format("{}..{}", f.first, f.last));
}

std::string announced(const TraceAction& a) { return a.name + (a.of_entity ? "(E)" : ""); }

template <class Words>
std::string shapes(const Words& words) {
  std::string text;
  for (const auto& w : words) text += (text.empty() ? "" : ", ") + announced(w);
  return text;
}

std::string key_of(const Feature& f) {
  return f.action.empty() ? f.name : f.name + "(" + f.action + ")";
}
std::string key_of(const TraceAction& a) { return a.name; }

template <class Words>
void check_names(const Words& words, const char* what) {
  std::set<std::string> names;
  for (const auto& w : words) {
    try {
      if (!logic::parse_atom(w.name).arguments.empty()) throw InputError("");
    } catch (const InputError&) {
      throw InputError(
          fmt::format("expected the name of {} such as delta_x, found \"{}\"", what, w.name));
    }
    if (!names.insert(key_of(w)).second) {
      throw InputError(fmt::format("the header announces {} {} twice", what, key_of(w)));
    }
  }
}

// Words of the past are those that every domain has, about actions that there are.
void check_memory(const Feature& f, const std::vector<TraceAction>& actions) {
  if (!logic::is_memory_word(f.name) && f.action.empty()) return;
  if (!logic::is_memory_word(f)) {
    throw InputError(fmt::format(
        "the header announces {}; last, run, done and ago are words of what the agent has done, "
        "and only they have an action",
        announced(f)));
  }
  const auto same = [&](const TraceAction& a) {
    return a.name == f.action && (a.of_entity || !f.of_entity);
  };
  if (f.action.empty() || std::ranges::any_of(actions, same)) return;
  throw InputError(fmt::format("the header announces {}, but no action {}", announced(f),
                               f.action + (f.of_entity ? "(E)" : "")));
}

}  // namespace

logic::Vocabulary vocabulary_of(const TraceHeader& header) {
  std::vector<logic::ActionWord> actions;
  for (const TraceAction& a : header.actions) actions.push_back({a.name, a.of_entity});
  return {{}, header.features, std::move(actions)};
}

TraceWords::TraceWords(const TraceHeader& header) : header_(header), reader_(table_) {
  check_names(header.features, "a feature");
  check_names(header.actions, "an action");
  for (const Feature& f : header.features) {
    check_memory(f, header.actions);
    if (f.first > f.last) throw InputError("the series " + announced(f) + " is empty");
    const FeatureShape shape = learn::shape_of(f, reader_);
    features_[{shape.predicate, shape.action}] = &f;
  }
}

const Feature* TraceWords::feature_of(const FlatAtom& fact) const {
  auto it = features_.find({fact.predicate, std::nullopt});
  if (it == features_.end() && !fact.arguments.empty()) {
    it = features_.find({fact.predicate, fact.arguments[0]});
  }
  return it == features_.end() ? nullptr : it->second;
}

void TraceWords::check(const TraceEpisode& episode) {
  for (std::size_t i = 0; i < episode.steps.size(); ++i) {
    try {
      check_action(episode.steps[i].action);
      for (const auto& [action, value] : episode.steps[i].values) check_action(action);
      check_facts(episode.steps[i].facts);
    } catch (const InputError& e) {
      throw InputError(fmt::format("step {}: {}", i + 1, e.what()));
    }
  }
}

// An action without a name is allowed (traces.h); the others are written as facts are.
void TraceWords::check_action(const std::string& action) {
  if (action.empty()) return;
  int known = 0;
  reader_.read(action + ".", [&](const FlatAtom& atom) {
    const std::string name = table_.atom(atom).predicate;
    known = static_cast<int>(std::ranges::count_if(header_.actions, [&](const TraceAction& word) {
      return word.name == name && word.of_entity == (atom.arguments.size() == 1);
    }));
  });
  if (known == 1) return;
  throw InputError(fmt::format("the action {} is not announced; the header has {}", action,
                               shapes(header_.actions)));
}

void TraceWords::check_facts(const std::string& facts) {
  seen_.clear();
  reader_.read(facts, [&](const FlatAtom& fact) { check_fact(fact); });
  std::ranges::sort(seen_);
  const auto twice = std::ranges::adjacent_find(seen_);
  if (twice == seen_.end()) return;
  const Feature& f = *feature_of({(*twice)[0], {(*twice)[1]}});
  if (!f.of_entity) {
    throw InputError(fmt::format("{} has one value{}, found several", announced(f),
                                 f.kind == Feature::Kind::series ? " for each index" : ""));
  }
  throw InputError(fmt::format("{} has one value for each entity{}, found several for {}",
                               announced(f), f.kind == Feature::Kind::series ? " and index" : "",
                               logic::to_string(table_.term((*twice)[1]))));
}

void TraceWords::check_fact(const FlatAtom& fact) {
  const Feature* found = feature_of(fact);
  if (!found) fail_unknown(fact);
  const Feature& f = *found;
  const auto number = [](Value v) { return is_number(v); };
  const auto values = std::span(fact.arguments).subspan(f.has_subject() ? 1 : 0);
  const bool series = f.kind == Feature::Kind::series;
  const bool in_range = !series || (values[0] >= f.first && values[0] <= f.last);
  if (!std::ranges::all_of(values, number) || !in_range) {
    throw InputError(fmt::format("expected {} with whole numbers, found {}", announced(f),
                                 logic::to_string(table_.atom(fact))));
  }
  if (f.kind == Feature::Kind::flag) return;
  const Value subject = f.has_subject() ? fact.arguments[0] : 0;
  seen_.push_back({fact.predicate, subject, series ? values[0] : 0});
}

void TraceWords::fail_unknown(const FlatAtom& fact) const {
  const logic::Atom atom = table_.atom(fact);
  for (const Feature& f : header_.features) {
    if (f.name != atom.predicate || !f.action.empty()) continue;
    throw InputError(fmt::format("the fact {} has {} arguments; the header announces {}",
                                 logic::to_string(atom), atom.arguments.size(), announced(f)));
  }
  throw InputError(fmt::format(
      "the fact {} is of no feature that the header announces ({}); add it to \"features\" there, "
      "or leave it out",
      logic::to_string(atom), shapes(header_.features)));
}

}  // namespace holdfast::learn
