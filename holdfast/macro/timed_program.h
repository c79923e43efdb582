// A theory as the ASP program that gives its macro-actions: B ∪ H_a ∪ T_a ∪ F_F(b) of the paper,
// for many beliefs and actions in one program.
//
// A case K is one belief looked at for one action (Γ_a); every atom carries its case first, and
// features carry the time last:
//
//   init(east) :- delta_x(R,D), D > 0.    becomes
//   init(K,east,T) :- delta_x(K,R,D,T), D > 0, known(K,T), case(K,east).
//
// Rules without time become now(K,a) :- ..., asked(K,a) at time 0.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holdfast/logic/compiled_theory.h"

namespace holdfast {

// The rules of the theory in this form; the theory must be without constants.
std::string timed_rules(const logic::Theory& theory, const logic::Vocabulary& vocabulary);

// fired(K,rule,binding,a,T) for each rule that suggests an action: which rules fire, by their index
// in the theory, with the values of rule_variables() in a tuple.
std::string reason_rules(const logic::Theory& theory, const logic::Vocabulary& vocabulary);
// lacks(K,rule,literal,a,T): the rule would fire but for this literal of its body.
std::string lack_rules(const logic::Theory& theory, const logic::Vocabulary& vocabulary);
std::vector<std::string> rule_variables(const logic::Rule& rule);

// A program with time already in it (event calculus, effects of actions), with cases added.
std::string with_cases(std::string_view program, const std::string& file);

// Facts stand once, as dist(B,2,5) with a number B of their own; given(K,B,T) makes them the
// features of case K at time T by these rules.
std::string given_rules(const logic::Vocabulary& vocabulary);
std::string given_facts(const logic::Facts& facts, int number);

}  // namespace holdfast
