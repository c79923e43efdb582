// Laser Tag in symbols: the words of Tag, by what the lasers have told of the opponent.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "holdfast/domains/lasertag/laser_tag.h"
#include "holdfast/domains/tag/symbols.h"

namespace holdfast {

template <>
class Symbols<LaserTag> : public Symbols<Tag> {
 public:
  static constexpr std::string_view domain = "lasertag";

  explicit Symbols(const std::shared_ptr<const LaserTag>& model)
      : Symbols<Tag>(std::shared_ptr<const Tag>(model, &model->tag())),
        cells_(static_cast<std::size_t>(model->floor().cell_count())) {}

  using Symbols<Tag>::root;
  Root root(const ParticleBelief<LaserTag>& belief) const {
    std::vector<double> opponent(cells_);
    for (const Tag::State& s : belief.particles()) {
      opponent[s.opponent] += 1 / static_cast<double>(belief.size());
    }
    return root(belief.particles().front().robot, opponent);
  }

 private:
  std::size_t cells_;
};

}  // namespace holdfast
