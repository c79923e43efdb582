#include "holdfast/play/explanation_json.h"

#include <nlohmann/json.hpp>

#include "holdfast/logic/print.h"
#include "holdfast/macro/in_words.h"

namespace holdfast {
namespace {

using nlohmann::json;

json binding_json(const logic::Binding& binding) {
  json result = json::object();
  for (const auto& [variable, value] : binding) {
    if (value.is_integer()) {
      result[variable] = value.value;
    } else {
      result[variable] = to_string(value);
    }
  }
  return result;
}

json reason_json(const SymbolicBelief& belief, const Gamma& gamma, const Reason& reason) {
  return {{"time", reason.time},
          {"rule", to_string(*reason.rule)},
          {"binding", binding_json(reason.binding)},
          {"words", in_words(*reason.rule, reason.binding, belief.vocabulary(),
                             gamma.theory().theory().rules)}};
}

json macro_action_json(const SymbolicBelief& belief, const Gamma& gamma, const Explanation& e) {
  json steps = json::array();
  for (const Reason& reason : e.reasons) steps.push_back(reason_json(belief, gamma, reason));
  const json first = steps.empty() ? json() : steps.front();
  const std::optional<Action> action = belief.action(e.action);
  return {{"action", to_string(belief.vocabulary().atom(e.action))},
          {"action_number", action ? json(*action) : json()},
          {"length", e.length},
          {"rule", first.is_null() ? json("") : first["rule"]},
          {"binding", first.is_null() ? json::object() : first["binding"]},
          {"words", first.is_null() ? json("") : first["words"]},
          {"steps", std::move(steps)},
          {"ended_by", e.ended_by()}};
}

}  // namespace

json explanation_json(const SymbolicBelief& belief, const Gamma& gamma,
                      const std::vector<Explanation>& explanations) {
  json facts = json::array();
  for (const logic::Atom& atom : belief.facts().atoms()) facts.push_back(to_string(atom));
  json macro_actions = json::array();
  json not_suggested = json::array();
  for (const Explanation& e : explanations) {
    if (e.length > 0) {
      macro_actions.push_back(macro_action_json(belief, gamma, e));
    } else {
      not_suggested.push_back({{"action", to_string(belief.vocabulary().atom(e.action))},
                               {"rule", e.nearest ? to_string(*e.nearest->rule) : ""},
                               {"failed", e.ended_by()}});
    }
  }
  json outside = json::array();
  for (const logic::OutsideRule& rule : gamma.theory().outside()) {
    outside.push_back({{"rule", to_string(*rule.rule)}, {"reason", rule.reason}});
  }
  return {{"horizon", gamma.horizon()},
          {"engine", std::string(gamma.engine())},
          {"facts", std::move(facts)},
          {"macro_actions", std::move(macro_actions)},
          {"not_suggested", std::move(not_suggested)},
          {"outside", std::move(outside)}};
}

}  // namespace holdfast
