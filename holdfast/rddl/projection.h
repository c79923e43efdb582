// What states are worth in a smaller problem, exactly: some fluents stay as they are, and the rest
// are so few that all their states can be visited. Chance is taken as it is, so this knows of risks
// that the relaxation (relaxation.h) wishes away; but it is no bound.
//
// Only fluents stay whose bits never rise, or never fall, whatever happens (what is used up, what
// has been taken), and that the reward does not read. They do change, but as soon as a fluent
// changes that the reward reads they are what they were: what was used up in one place is not
// missed in the next. Where nothing need stay the values are those of the model to somebody who
// sees the state.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "holdfast/rddl/interpreter.h"

namespace holdfast::rddl {

class ProjectedValues;

// Shared by threads. It works out values when it is asked, and keeps them.
class Projection {
 public:
  struct Limits {
    std::size_t states = 8192;
    std::size_t outcomes = 64;  // of an action in a state
  };

  explicit Projection(std::shared_ptr<const Interpreter> interpreter)
      : Projection(std::move(interpreter), Limits{}) {}
  Projection(std::shared_ptr<const Interpreter> interpreter, const Limits& limits);
  ~Projection();

  // The expected rewards of so many steps from a state, if what stays is what it is there; infinite
  // where there is no projection, since there are too many states.
  double value(const std::uint64_t* state, int steps);
  bool exists() const { return exists_; }
  // The bits that stay.
  const std::vector<std::uint64_t>& staying() const { return staying_; }

 private:
  // If more values of what stays are met than this, all are forgotten.
  static constexpr std::size_t kMostKept = 256;

  std::vector<std::uint64_t> staying_in(const std::uint64_t* state) const;
  std::unique_ptr<ProjectedValues> make_values(std::vector<std::uint64_t> stays) const;

  std::shared_ptr<const Interpreter> interpreter_;
  Limits limits_;
  std::vector<std::uint64_t> staying_;  // masks of bits
  std::vector<std::uint64_t> rewarded_;
  bool exists_ = true;
  std::mutex mutex_;
  std::map<std::vector<std::uint64_t>, std::unique_ptr<ProjectedValues>> kept_;
};

}  // namespace holdfast::rddl
