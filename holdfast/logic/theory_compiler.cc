#include "holdfast/logic/theory_compiler.h"

#include <fmt/format.h>

#include <set>

namespace holdfast::logic {

TheoryCompiler::TheoryCompiler(const Theory& theory, const Vocabulary& vocabulary)
    : derived(vocabulary), theory_(theory) {}

void TheoryCompiler::run() {
  collect_words();
  compile_words();
  compile_actions();
  for (auto& [rule, reason] : reasons_) {
    outside.push_back({&theory_.rules[static_cast<std::size_t>(rule)], std::move(reason)});
  }
}

bool TheoryCompiler::is_word(int rule) const {
  const auto suggestion =
      suggestion_of(theory_.rules[static_cast<std::size_t>(rule)], derived.vocabulary());
  return suggestion && suggestion->role == Role::auxiliary;
}

void TheoryCompiler::collect_words() {
  const int count = static_cast<int>(theory_.rules.size());
  for (int i = 0; i < count; ++i) {
    if (!is_word(i)) continue;
    words_[theory_.rules[static_cast<std::size_t>(i)].atom()->predicate].rules.push_back(i);
  }
  for (auto& [name, word] : words_) {
    std::set<std::string> used;
    for (const int i : word.rules) {
      for_each_atom(theory_.rules[static_cast<std::size_t>(i)].body, [&](const Atom& atom) {
        if (words_.contains(atom.predicate)) used.insert(atom.predicate);
      });
    }
    word.waits_for = static_cast<int>(used.size());
    for (const std::string& other : used) words_[other].before.push_back(name);
  }
}

// Kahn 1962: what waits for nothing comes next; what is left goes round in a circle.
void TheoryCompiler::compile_words() {
  std::vector<std::string> ready;
  for (const auto& [name, word] : words_) {
    if (word.waits_for == 0) ready.push_back(name);
  }
  while (!ready.empty()) {
    const std::string name = std::move(ready.back());
    ready.pop_back();
    const Word& word = words_[name];
    compile_word(name, word);
    for (const std::string& other : word.before) {
      if (--words_[other].waits_for == 0) ready.push_back(other);
    }
  }
  for (const auto& [name, word] : words_) {
    if (word.waits_for == 0) continue;
    for (const int i : word.rules) {
      leave_outside(i, name + " is defined by recursion, or by a word that is");
    }
  }
}

void TheoryCompiler::compile_word(const std::string& name, const Word& word) {
  std::vector<CompiledRule> compiled;
  bool complete = true;
  for (const int i : word.rules) {
    auto result = CompiledRule::compile(theory_.rules[static_cast<std::size_t>(i)], derived);
    if (auto* done = std::get_if<CompiledRule>(&result)) {
      compiled.push_back(std::move(*done));
    } else {
      leave_outside(i, std::get<std::string>(std::move(result)));
      complete = false;
    }
  }
  if (complete && derived.full()) {
    leave_outside(word.rules.front(), "the theory derives over 1000 words and aggregates");
    complete = false;
  }
  if (!complete) return;
  const bool of_entity = !compiled.front().rule().atom()->arguments.empty();
  derived.add_word(name, of_entity, std::move(compiled));
}

void TheoryCompiler::compile_actions() {
  const int count = static_cast<int>(theory_.rules.size());
  for (int i = 0; i < count; ++i) {
    if (is_word(i)) continue;
    auto result = CompiledRule::compile(theory_.rules[static_cast<std::size_t>(i)], derived);
    if (auto* done = std::get_if<CompiledRule>(&result)) {
      rules.push_back(std::move(*done));
    } else {
      leave_outside(i, std::get<std::string>(std::move(result)));
    }
  }
}

}  // namespace holdfast::logic
