#include "holdfast/learn/random_examples.h"

#include <fmt/format.h>

#include "holdfast/logic/clingo.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {

std::string in_context(const std::string& atom, const std::string& context) {
  const std::size_t open = atom.find('(');
  if (open == std::string::npos) return atom + "(" + context + ")";
  return atom.substr(0, open + 1) + context + "," + atom.substr(open + 1);
}

std::string world(const std::vector<RandomExample>& examples) {
  std::string program;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const RandomExample& e = examples[i];
    const std::string k = std::to_string(i);
    program += fmt::format("ctx({}). {}({}). ", k, e.positive ? "pos" : "neg", k);
    for (const std::string& f : e.facts) {
      program += in_context(f, k) + fmt::format(". true({},{}). ", k, f);
    }
    for (const std::string& a : e.inclusions) program += fmt::format("inc({},{}). ", k, a);
    for (const std::string& a : e.exclusions) program += fmt::format("exc({},{}). ", k, a);
    program +=
        e.penalty ? fmt::format("soft({},{}).\n", k, *e.penalty) : fmt::format("hard({}).\n", k);
  }
  // Every feature must be known to clingo, also where no context has it.
  return program + "x(n,n). y(n,n). p(n,n,n). q(n,n). w(n). n(n,n,n). at(n,n).\n";
}

std::vector<Coverage> coverages(const std::vector<RandomExample>& examples, const Texts& heads,
                                const Texts& bodies) {
  std::string program = world(examples);
  for (std::size_t i = 0; i < heads.size(); ++i) {
    program += fmt::format("d({},K,{}) :- ctx(K){}{}.\n", i, heads[i],
                           bodies[i].empty() ? "" : ", ", bodies[i]);
  }
  program +=
      "asked(K,A) :- inc(K,A). asked(K,A) :- exc(K,A).\n"
      "o(R,K,A) :- d(R,K,A), asked(K,A).\n#show o/3.\n";
  std::vector<Coverage> result(heads.size());
  const logic::Solution solution = logic::solve(program);
  for (const logic::Atom& atom : solution.answer_sets.at(0).atoms) {
    result[static_cast<std::size_t>(atom.arguments[0].value)].insert(
        fmt::format("{},{}", atom.arguments[1].value, logic::to_string(atom.arguments[2])));
  }
  return result;
}

}  // namespace holdfast::learn
