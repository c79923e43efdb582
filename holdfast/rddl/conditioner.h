// Draws next states that agree with an observation: exactly from P(s' | s, a, o), by enumerating
// the random bits that observations tie together.
//
// Given the state, bits of the next one are drawn independently; an observation that reads several
// ties them. Bits fall into groups that are tied, mostly of one to three; bits that turn out not to
// be random in a state are not enumerated.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "holdfast/rddl/analysis.h"
#include "holdfast/rddl/engine.h"

namespace holdfast::rddl {

class Conditioner {
 public:
  explicit Conditioner(Engine engine);

  // Draws the next state, in the second half of the words, from P(s' | s, a, o); returns
  // P(o | s, a), 0 if the observation cannot be. In groups of more than kMostEnumerated random bits
  // those beyond are drawn without regard to the observation; the result is then the weight that
  // makes up for it.
  double move(std::uint64_t* words, int action, const std::uint64_t* observation, Rng& rng) const;

  // Changes bits of a next state, hidden or shown, under which an observation cannot be, until it
  // can be: those that the observations read which contradict it. Returns false if it could be
  // before, or if nothing was found; the next state is then of no use.
  bool reconcile(std::uint64_t* words, int action, const std::uint64_t* observation,
                 Rng& rng) const;

  static constexpr int kMostEnumerated = 8;

 private:
  // Random bits that are tied, and the observation bits that tie them.
  struct Group {
    std::vector<int> bits;
    std::vector<int> observations;
  };

  std::vector<Group> groups_of(const JointAction& joint);
  const std::vector<int>& next_bits_of(Ref formula);
  // The bits that each observation reads, but for those that are known without it.
  std::vector<std::vector<int>> hidden_bits_of(const JointAction& joint, const Analysis& analysis);
  double draw_group(const Group& group, std::uint64_t* words, int action,
                    const std::uint64_t* observation, Rng& rng) const;
  double chance_of(const Group& group, const std::uint64_t* words, int action,
                   const std::uint64_t* observation) const;

  const Interpreter& interpreter() const { return engine_.interpreter(); }

  Engine engine_;
  std::vector<std::vector<Group>> groups_;  // by joint action
  // By joint action, those that do not differ once; and by observation bit.
  std::vector<std::shared_ptr<const std::vector<std::vector<int>>>> hidden_;
  std::unordered_map<Ref, std::vector<int>> next_bits_;
};

}  // namespace holdfast::rddl
