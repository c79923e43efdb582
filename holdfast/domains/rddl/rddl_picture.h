// The picture of a model from RDDL files, derived from the model, whatever its names are:
//
// - Two ordered types that something is in together (columns and rows) make a grid; so does one on
//   which objects have places (rooms along a corridor). On it are whoever moves, what is at cells,
//   objects that a non-fluent gives a place, and where hidden things may be.
// - What else the state has is told fluent by fluent, with a probability where the agent does not
//   know; play/chance_table.h makes tables of it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "holdfast/play/scene.h"
#include "holdfast/rddl/bit_filter.h"

namespace holdfast {

struct RddlLayout;

class RddlPicture {
 public:
  // Refers to the filter.
  explicit RddlPicture(const rddl::BitFilter& filter);
  ~RddlPicture();

  // Of a world, and of a belief whose states are the particles; none if the agent has no belief.
  // States are the bits of the model, in words of 64.
  Scene scene(const std::uint64_t* world, std::span<const std::uint64_t* const> particles) const;

 private:
  std::unique_ptr<const RddlLayout> layout_;
};

// Made when somebody looks first.
class LazyRddlPicture {
 public:
  const RddlPicture& of(const rddl::BitFilter& filter) {
    std::call_once(is_made_, [&] { made_ = std::make_unique<RddlPicture>(filter); });
    return *made_;
  }

 private:
  std::once_flag is_made_;
  std::unique_ptr<RddlPicture> made_;
};

}  // namespace holdfast
