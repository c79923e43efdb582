// How a theory is compiled: its auxiliary words first, each after those that it stands on, then the
// rules that suggest actions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "holdfast/logic/compiled_rule.h"
#include "holdfast/logic/derived_columns.h"
#include "holdfast/logic/theory.h"

namespace holdfast::logic {

struct OutsideRule {
  const Rule* rule = nullptr;
  std::string reason;
};

class TheoryCompiler {
 public:
  // The theory must have been checked; the results refer to it (a CompiledTheory keeps both).
  TheoryCompiler(const Theory& theory, const Vocabulary& vocabulary);

  void run();

  DerivedColumns derived;
  std::vector<CompiledRule> rules;   // that suggest actions, in the theory's order
  std::vector<OutsideRule> outside;  // in the theory's order

 private:
  // An auxiliary word: its rules, how many words that it stands on are still to be compiled, and
  // which stand on it.
  struct Word {
    std::vector<int> rules;
    int waits_for = 0;
    std::vector<std::string> before;
  };

  void collect_words();
  void compile_words();
  void compile_word(const std::string& name, const Word& word);
  void compile_actions();
  void leave_outside(int rule, std::string reason) { reasons_[rule] = std::move(reason); }
  bool is_word(int rule) const;

  const Theory& theory_;
  std::map<std::string, Word> words_;
  std::map<int, std::string> reasons_;  // of rules outside
};

}  // namespace holdfast::logic
