// Ground formulas as code for a small machine: conditions and chances are decision graphs over
// words of bits, numbers are trees. Nothing is allocated when it runs.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace holdfast::rddl {

// Where a decision graph goes on: a test, or, if it is negative, ~leaf.
using Target = std::int32_t;

class Code {
 public:
  // (words[word] & mask) == value decides; one test covers a conjunction or a disjunction of bits.
  struct Test {
    // Instead of a word: bit number(left) of value; or a comparison of numbers left and right.
    static constexpr std::int32_t kTable = -1;
    static constexpr std::int32_t kEqual = -2;
    static constexpr std::int32_t kLess = -3;
    static constexpr std::int32_t kAtMost = -4;

    std::uint64_t mask = 0;
    std::uint64_t value = 0;
    std::int32_t word = 0;
    std::int32_t left = 0;
    Target yes = 0;
    Target no = 0;
  };

  // What a graph ends in. The first two are false and true, the others a chance: that of a number
  // if there is one.
  static constexpr int kFalse = 0;
  static constexpr int kTrue = 1;
  struct Leaf {
    double chance = 0;
    std::int32_t number = -1;
  };

  struct Number {
    enum class Kind : std::uint8_t {
      constant,   // value
      bits,       // how many of masks first .. first + count are set
      condition,  // whether the graph at `first` ends in true
      sum,        // of numbers parts[first] ...
      product,    //
      quotient,   // of two
      power,      // value to parts[first]
      choice,     // by the graph parts[first]: numbers parts[first + 1] or parts[first + 2]
      table,      // tables[count + parts[first]]
      exp,        //
      ln,         //
      sqrt,       //
      abs,        //
    };
    Kind kind = Kind::constant;
    std::int32_t first = 0;
    std::int32_t count = 0;
    double value = 0;
  };

  // Bits of one word: those that are not set are counted if inverted is all ones.
  struct Mask {
    std::uint64_t mask = 0;
    std::uint64_t inverted = 0;
    std::int32_t word = 0;
  };

  std::vector<Test> tests;
  std::vector<Leaf> leaves{{0, -1}, {1, -1}};
  std::vector<Number> numbers;
  std::vector<std::int32_t> parts;
  std::vector<Mask> masks;
  std::vector<double> tables;

  // The leaf that the graph ends in.
  int decide(Target at, const std::uint64_t* words) const {
    while (at >= 0) {
      const Test& test = tests[static_cast<std::size_t>(at)];
      const bool holds = test.word >= 0 ? (words[test.word] & test.mask) == test.value
                                        : decide_by_number(test, words);
      at = holds ? test.yes : test.no;
    }
    return ~at;
  }

  double chance(int leaf, const std::uint64_t* words) const {
    const Leaf& l = leaves[static_cast<std::size_t>(leaf)];
    return l.number < 0 ? l.chance : number(l.number, words);
  }

  double number(std::int32_t n, const std::uint64_t* words) const;

 private:
  bool decide_by_number(const Test& test, const std::uint64_t* words) const;
};

}  // namespace holdfast::rddl
