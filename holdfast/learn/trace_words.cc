#include "holdfast/learn/trace_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "holdfast/base/error.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using logic::Feature;

std::string shape_of(const Feature& f) {
  switch (f.kind) {
    case Feature::Kind::flag:
      return f.name + "(E)";
    case Feature::Kind::value:
      return f.name + "(E,V)";
    case Feature::Kind::series:
      return fmt::format("{}(E,{}..{},V)", f.name, f.first, f.last);
  }
  return f.name;
}

std::string shape_of(const TraceAction& a) { return a.name + (a.of_entity ? "(E)" : ""); }

template <class Words>
std::string shapes(const Words& words) {
  std::string text;
  for (const auto& w : words) text += (text.empty() ? "" : ", ") + shape_of(w);
  return text;
}

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
    if (!names.insert(w.name).second) {
      throw InputError(fmt::format("the header announces {} {} twice", what, w.name));
    }
  }
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
    if (f.first > f.last) throw InputError("the series " + shape_of(f) + " is empty");
    features_[reader_.predicate(f.name, static_cast<std::size_t>(f.arity()))] = &f;
  }
}

void TraceWords::check(const TraceEpisode& episode) {
  for (std::size_t i = 0; i < episode.steps.size(); ++i) {
    try {
      check_action(episode.steps[i].action);
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
  const Feature& f = *features_.at((*twice)[0]);
  throw InputError(fmt::format("{} has one value for each entity{}, found several for {}",
                               shape_of(f), f.kind == Feature::Kind::series ? " and index" : "",
                               logic::to_string(table_.term((*twice)[1]))));
}

void TraceWords::check_fact(const FlatAtom& fact) {
  const auto it = features_.find(fact.predicate);
  if (it == features_.end()) fail_unknown(fact);
  const Feature& f = *it->second;
  const auto number = [](Value v) { return is_number(v); };
  const auto values = std::span(fact.arguments).subspan(1);
  const bool series = f.kind == Feature::Kind::series;
  const bool in_range = !series || (values[0] >= f.first && values[0] <= f.last);
  if (!std::ranges::all_of(values, number) || !in_range) {
    throw InputError(fmt::format("expected {} with whole numbers, found {}", shape_of(f),
                                 logic::to_string(table_.atom(fact))));
  }
  if (f.kind == Feature::Kind::flag) return;
  seen_.push_back({fact.predicate, fact.arguments[0], series ? values[0] : 0});
}

void TraceWords::fail_unknown(const FlatAtom& fact) const {
  const logic::Atom atom = table_.atom(fact);
  for (const Feature& f : header_.features) {
    if (f.name != atom.predicate) continue;
    throw InputError(fmt::format("the fact {} has {} arguments; the header announces {}",
                                 logic::to_string(atom), atom.arguments.size(), shape_of(f)));
  }
  throw InputError(fmt::format(
      "the fact {} is of no feature that the header announces ({}); add it to \"features\" there, "
      "or leave it out",
      logic::to_string(atom), shapes(header_.features)));
}

}  // namespace holdfast::learn
