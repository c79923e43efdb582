// A ground optimisation problem given to clingo's solver rule by rule: no text, and no grounding,
// which could not be interrupted.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace holdfast::logic {

class GroundProgram {
 public:
  // An atom, or minus an atom for its negation.
  using Literal = std::int32_t;
  struct Weighted {
    Literal literal = 0;
    std::int32_t weight = 1;
  };

  // Options of clingo, such as "--opt-strategy=usc".
  explicit GroundProgram(std::vector<std::string> arguments = {});
  ~GroundProgram();
  GroundProgram(const GroundProgram&) = delete;
  GroundProgram& operator=(const GroundProgram&) = delete;

  Literal add_atom();
  // { atom }.
  void choose(Literal atom);
  // head :- body.
  void derive(Literal head, std::span<const Literal> body);
  // At most n of the atoms are true.
  void at_most(int n, std::span<const Literal> atoms);
  // The sum of the weights of true literals is to be least. Once.
  void minimise(std::span<const Weighted> literals);

  struct Optimum {
    // By atom: whether it is true in the best answer set found; empty if none was found.
    std::vector<bool> values = {};
    // Proven best, or proven that there is none.
    bool complete = false;
    bool holds(Literal atom) const { return values[static_cast<std::size_t>(atom)]; }
  };
  // For at most so many seconds of search; 0: no limit. Once, after everything is added.
  Optimum optimise(double seconds = 0);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace holdfast::logic
