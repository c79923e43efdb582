// Theories, and what they say.
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "holdfast/base/error.h"
#include "holdfast/domains/registry.h"
#include "holdfast/logic/check.h"
#include "holdfast/logic/constants.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/explain.h"
#include "holdfast/macro/in_words.h"
#include "holdfast/macro/shipped.h"
#include "holdfast/play/explanation_json.h"
#include "holdfast/play/logged_belief.h"
#include "holdfast/play/needed_symbols.h"
#include "holdfast/python/binding.h"

namespace holdfast::python {
namespace {

using logic::Theory;

// The words of a domain as beliefs have them, with those of the past that the theory asks for.
std::shared_ptr<const SymbolicBelief> belief_of(const Domain& domain, std::uint64_t seed,
                                                const Theory& theory) {
  return needed_symbols(*domain.start(seed, configure(domain, {})), domain,
                        logic::Recall::asked_by(theory));
}

}  // namespace

py::object explained(const Theory& theory, const SymbolicBelief& belief, int horizon) {
  const Gamma gamma(theory, belief.vocabulary(), {.horizon = horizon});
  const auto ahead = belief.ahead();
  return from_json(explanation_json(belief, gamma, explain(gamma, belief.facts(), *ahead)).dump());
}

void add_rules(py::module_& m) {
  py::class_<Theory, std::shared_ptr<Theory>>(m, "Theory")
      .def(py::init([](const std::string& text) {
        return std::make_shared<Theory>(logic::parse_theory(text));
      }))
      .def_static("load",
                  [](const std::string& path) {
                    return std::make_shared<Theory>(logic::read_theory(path));
                  })
      .def_static("shipped",
                  [](const std::string& domain, const std::string& name) {
                    return std::make_shared<Theory>(shipped_theory(domain, name));
                  })
      .def_property_readonly("rules",
                             [](const Theory& t) {
                               std::vector<std::string> rules;
                               for (const logic::Rule& r : t.rules) rules.push_back(to_string(r));
                               return rules;
                             })
      .def_readonly("header", &Theory::header)
      .def_readonly("coverage", &Theory::coverage)
      .def_property_readonly("length", [](const Theory& t) { return logic::length(t); })
      .def("check",
           [](const Theory& t, const Domain& domain) {
             logic::check(logic::with_constants_replaced(t), belief_of(domain, 1, t)->vocabulary());
           })
      .def("compile",
           [](const Theory& t, const Domain& domain) {
             const Gamma gamma(t, belief_of(domain, 1, t)->vocabulary());
             return std::string(gamma.engine());
           })
      .def("__eq__", [](const Theory& a, const Theory& b) { return a == b; })
      .def("__str__", [](const Theory& t) { return to_string(t); });
  m.def("words_of", [](const Domain& domain) {
    std::map<std::string, std::string> words;
    const auto belief = domain.start(1, configure(domain, {}))->symbols();
    if (!belief) return words;
    for (const logic::Feature& f : belief->vocabulary().features())
      words[shape_of(f)] = sentence_of(f);
    return words;
  });
  m.def("explain_domain", [](const Domain& domain, const Theory& theory, std::uint64_t seed,
                             const std::string& facts, int horizon) {
    auto belief = belief_of(domain, seed, theory);
    if (!facts.empty()) belief = belief->with(logic::parse_facts(facts, belief->vocabulary()));
    return explained(theory, *belief, horizon);
  });
  m.def("explain_log", [](const learn::Traces& log, const Theory& theory, std::uint64_t episode,
                          int step, const std::string& facts, int horizon) {
    const auto belief =
        facts.empty() ? logged_belief(log, episode, step) : belief_in_words_of(log, facts);
    return explained(theory, *belief, horizon);
  });
}

}  // namespace holdfast::python
