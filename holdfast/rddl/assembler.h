// Makes code of ground formulas.
#pragma once

#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "holdfast/rddl/code.h"
#include "holdfast/rddl/pool.h"

namespace holdfast::rddl {

class Assembler {
 public:
  // Words hold the bits of the state, and after `state_words` those of the next one. Actions must
  // have been put into the formulas.
  Assembler(const Pool& pool, int state_words) : pool_(pool), state_words_(state_words) {}

  // The graph of a formula that may have chances in it.
  Target distribution(Ref r);
  std::int32_t number(Ref r);

  // What was made so far; throws Error if it is too large.
  Code take();

 private:
  struct Literal {
    std::int32_t word;
    std::uint64_t mask;
    bool positive;
  };

  Target condition(Ref r, Target yes, Target no);
  Target connective(Ref r, Target yes, Target no);
  Target comparison(Ref r, Target yes, Target no);
  Target test(const Code::Test& test);
  Target chance(Ref r);
  std::int32_t make_number(Ref r);
  std::int32_t count(Ref r);
  std::int32_t add(const Code::Number& number);
  std::int32_t add(Code::Number::Kind kind, const std::vector<std::int32_t>& parts,
                   double value = 0);
  // Whether it is a bit, or one negated.
  bool is_literal(Ref r) const;
  Literal literal(Ref r) const;
  // Through a table, if it is a function of one count or condition; else -1.
  std::int32_t table(Ref r);

  const Pool& pool_;
  int state_words_;
  Code code_;
  std::map<std::tuple<Ref, Target, Target>, Target> conditions_;
  std::unordered_map<Ref, Target> distributions_;
  std::unordered_map<Ref, std::int32_t> numbers_;
};

}  // namespace holdfast::rddl
