// The selection problem: of all candidate rules choose those whose total length plus the penalties
// of the examples left uncovered is least. Heads are not read by bodies, so what a rule derives
// does not depend on the other rules, and a hypothesis derives the union of what its rules derive.
#pragma once

#include <vector>

#include "holdfast/learn/bits.h"
#include "holdfast/learn/columns.h"
#include "holdfast/learn/deadline.h"

namespace holdfast::learn {

// A partial interpretation over columns. A positive one (#pos) is covered iff every inclusion and
// no exclusion is derived; a negative one (#neg) iff that is not so.
struct SelectionExample {
  Cost penalty = 0;
  bool positive = true;
  std::vector<int> inclusions = {};
  std::vector<int> exclusions = {};
};

struct Candidate {
  int head = 0;
  int length = 0;
  Bits covers;
};

struct SelectionProblem {
  // Each column belongs to one example.
  int columns = 0;
  std::vector<SelectionExample> examples = {};
  std::vector<Candidate> candidates = {};
  // At most this many rules of one head; 0: any number.
  int rules_per_head = 0;
};

// Branch and bound proves problems of few rules over many examples, clingo those of many rules that
// must work together; `automatic` gives both their turns.
enum class Engine { automatic, branch_and_bound, clingo };

struct SelectionOptions {
  Engine engine = Engine::automatic;
  // After it the best selection found and a bound are returned.
  Deadline deadline = Deadline::max();
  // Candidates chosen by a selection known already: the result is no worse.
  std::vector<int> known = {};
  // Gives up after a fixed amount of work, some seconds, for a selection that is good enough.
  bool brief = false;
};

struct Selection {
  // Indices of candidates, ascending.
  std::vector<int> chosen;
  Cost cost = 0;
  // No selection costs less; equal to `cost` if and only if `optimal`.
  Cost bound = 0;
  bool optimal = false;
};

bool is_covered(const SelectionExample& example, const Bits& derived);
Cost cost_of(const SelectionProblem& problem, const std::vector<int>& chosen);

// Reduces the problem and solves it.
// The same problem gives the same selection, unless the time runs out: turns are measured in work.
Selection select_rules(const SelectionProblem& problem, const SelectionOptions& options = {});

}  // namespace holdfast::learn
