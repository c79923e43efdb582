// A belief as rules see it (paper, section 3.1): the facts of the feature map F_F, the action map
// F_A both ways, and what can be told of the steps ahead. Domains declare their symbols (symbols.h)
// and get this for nothing (declared_belief.h).
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "holdfast/logic/facts.h"
#include "holdfast/macro/ahead.h"
#include "holdfast/pomdp/action_set.h"

namespace holdfast {

class SymbolicBelief {
 public:
  virtual ~SymbolicBelief() = default;

  // The domain's name: the folder of its theories.
  virtual std::string_view domain() const = 0;
  virtual const logic::Vocabulary& vocabulary() const = 0;
  virtual const logic::Facts& facts() const = 0;
  // What holds after some steps of an action, from this belief as it is now.
  virtual std::unique_ptr<Ahead> ahead() const = 0;

  // F_A, for every ground action.
  virtual Action action_of(int ground_action) const = 0;
  // A ground action may be impossible: sample(2) is the action sample where rock 2 is, and none
  // elsewhere.
  virtual bool possible(int ground_action) const = 0;
  std::optional<Action> action(int ground_action) const {
    if (!possible(ground_action)) return std::nullopt;
    return action_of(ground_action);
  }
  // The inverse: of several, the first that is possible.
  virtual std::optional<int> ground_action(Action action) const = 0;

  // This belief as it is now, whatever becomes of it.
  virtual std::shared_ptr<const SymbolicBelief> snapshot() const = 0;
  // Another belief of the same domain, of which nothing is known but these facts (of this
  // vocabulary); it looks ahead if the domain can tell from facts.
  virtual std::shared_ptr<const SymbolicBelief> with(const logic::Facts& facts) const = 0;
};

// Whether rules can look beyond an action of the vocabulary (by its number there): the facts after
// it are known, for some entity.
inline bool is_foreseeable(const SymbolicBelief& belief, int word) {
  const logic::Vocabulary& words = belief.vocabulary();
  const bool of_entity = words.actions()[static_cast<std::size_t>(word)].of_entity;
  const std::unique_ptr<Ahead> ahead = belief.ahead();
  for (int e = 0; e < (of_entity ? words.entity_count() : 1); ++e) {
    logic::Facts facts = belief.facts();
    ahead->begin();
    if (ahead->step(words.first_ground_action(word) + e, facts)) return true;
  }
  return false;
}

}  // namespace holdfast
