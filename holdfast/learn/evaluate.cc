#include "holdfast/learn/evaluate.h"

#include "holdfast/learn/component.h"
#include "holdfast/learn/space.h"

namespace holdfast::learn {
namespace {

// Gathers what all rules of a space derive together.
class Union final : public SpaceVisitor {
 public:
  explicit Union(std::size_t columns) : derived(columns) {}
  bool may_matter(std::span<const Word>, int) override { return true; }
  void visit(const RuleRef&, int, std::span<const Word> covers) override {
    for (std::size_t w = 0; w < covers.size(); ++w) derived.words()[w] |= covers[w];
  }
  Bits derived;
};

}  // namespace

std::vector<bool> covered_by(const Task& task, const std::vector<logic::Rule>& rules) {
  std::vector<GivenRule> given;
  for (const logic::Rule& rule : rules) given.push_back({rule, logic::length(rule)});
  AtomTable vocabulary = task.vocabulary;
  const std::vector<Head> heads = heads_of({}, given, vocabulary);
  const FactIndex facts(task, vocabulary);
  std::vector<bool> covered(task.examples.size());
  for (const Component& component : components_of(task.examples, vocabulary, heads)) {
    const ComponentProblem problem = problem_of(task, facts, component, 1);
    Union all(static_cast<std::size_t>(problem.selection.columns));
    for (const int h : component.heads) {
      const Head& head = heads[static_cast<std::size_t>(h)];
      Space(task.bias, facts, problem.targets, head.given, head.given_lengths).walk(all);
    }
    for (std::size_t i = 0; i < component.examples.size(); ++i) {
      covered[static_cast<std::size_t>(component.examples[i])] =
          is_covered(problem.selection.examples[i], all.derived);
    }
  }
  return covered;
}

std::string action_of(const AtomTable& atoms, const FlatAtom& atom) {
  return action_of(atoms.atom(atom));
}

std::string action_of(const logic::Atom& atom) {
  const bool timed = atom.predicate == "init" || atom.predicate == "contd";
  return timed && !atom.arguments.empty() ? atom.arguments[0].name : atom.predicate;
}

std::map<std::string, ActionScore> scores(const Task& task, const std::vector<bool>& covered) {
  std::map<std::string, ActionScore> result;
  for (std::size_t i = 0; i < task.examples.size(); ++i) {
    const Example& e = task.examples[i];
    if (e.inclusions.empty() && e.exclusions.empty()) continue;
    const bool included = e.positive == !e.inclusions.empty();
    const FlatAtom& atom = e.inclusions.empty() ? e.exclusions[0] : e.inclusions[0];
    ActionScore& score = result[action_of(task.vocabulary, atom)];
    ++score.examples;
    score.covered += covered[i];
    ++(included ? (covered[i] ? score.right : score.missed)
                : (covered[i] ? score.silent : score.wrong));
  }
  return result;
}

}  // namespace holdfast::learn
