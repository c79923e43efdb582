// Ground formulas as expressions of C++. Only numbers get into the text: bits by their place in
// words, formulas by their number; never a name of the model.
//
// The text is written for the body of one function at a time. Its arguments are `w`, the words of
// the state and after them those of the next one, and `d`, who draws (see generator.cc).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "holdfast/rddl/pool.h"

namespace holdfast::rddl {

// Tables of numbers, each stored once.
class TableWriter {
 public:
  // "table_7"
  std::string name_of(const std::vector<double>& values);
  // Their definitions.
  std::string text() const;

 private:
  std::map<std::vector<double>, int> numbers_;
};

// A number in C++, to the last bit.
std::string number_text(double value);

class FormulaWriter {
 public:
  FormulaWriter(const Pool& pool, int state_words, TableWriter& tables)
      : pool_(pool), state_words_(state_words), tables_(tables) {}

  // Starts the body of a function that will ask for these formulas: what they share is computed
  // once.
  void begin(const std::vector<Ref>& roots);
  // The definitions that the expressions asked for since begin() need before them.
  std::string take_definitions();

  // Expressions: of type bool, double, and a double that is the chance of being true.
  std::string condition(Ref r);
  std::string number(Ref r);
  std::string chance(Ref r);

  // "w[2]"
  static std::string word(int index);
  int word_of(Ref bit) const;

 private:
  struct Literals;

  void count_uses(Ref r);
  bool is_shared(Ref r) const;
  // A variable for what is used more than once.
  std::string shared(std::string_view type, Ref r, const std::string& expression);
  std::string make_condition(Ref r);
  std::string connective(Ref r);
  std::string comparison(Ref r);
  std::string make_number(Ref r);
  // An int: how many of the conditions hold.
  std::string count(Ref r);
  std::string sum(Ref r);
  // A sum of numbers that are weights of cells, of which mostly one holds; "" if it is none.
  std::string sum_of_cells(Ref r);
  std::string joined(std::span<const Ref> operands, std::string_view op);

  const Pool& pool_;
  int state_words_;
  TableWriter& tables_;
  std::unordered_map<Ref, int> uses_;
  std::unordered_map<Ref, std::string> names_;
  std::string definitions_;
};

}  // namespace holdfast::rddl
