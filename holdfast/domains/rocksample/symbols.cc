#include "holdfast/domains/rocksample/symbols.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace holdfast {

Symbols<RockSample>::Symbols(std::shared_ptr<const RockSample> model)
    : model_(std::move(model)), size_(model_->size()) {
  for (const Cell rock : model_->rocks()) rocks_.push_back(index({rock.x, rock.y, 0}));
  for (int cell = 0; cell < size_ * size_; ++cell) {
    cells_.push_back((cell / size_ * width() + cell % size_) * kTens);
  }
}

Symbols<RockSample>::Blur::Blur(std::span<const int> first, int rocks)
    : low_(std::min(8, (rocks + 1) / 2)), high_((rocks + 1) / 2 - low_) {
  const auto blurred = [&](std::size_t tens) {
    return *std::prev(std::ranges::upper_bound(first, static_cast<int>(tens)));
  };
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    pairs_[i] = static_cast<std::uint8_t>(blurred(i & 15) | blurred(i >> 4) << 4);
  }
}

Symbols<RockSample>::Root Symbols<RockSample>::root(
    const ParticleBelief<RockSample>& belief) const {
  // Each particle is visited once.
  std::array<int, RockSample::kMaxRocks> good{};
  for (const RockSample::State& s : belief.particles()) {
    for (std::size_t r = 0; r < good.size(); ++r) good[r] += static_cast<int>(s.good >> r & 1);
  }
  Root root{belief.particles().front().cell};
  const auto total = static_cast<std::int64_t>(belief.size());
  for (int r = 0; r < model_->rock_count(); ++r) {
    root.tens.set(r,
                  static_cast<int>(std::int64_t{10} * good[static_cast<std::size_t>(r)] / total));
  }
  return root;
}

}  // namespace holdfast
