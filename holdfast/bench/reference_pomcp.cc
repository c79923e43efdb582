#include "holdfast/bench/reference_pomcp.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace holdfast {
namespace {

constexpr int kSize = 11;
constexpr int kRocks = 11;
constexpr int kActions = 5 + kRocks;
constexpr int kDepth = 90;
constexpr double kDiscount = 0.95;
constexpr double kExploration = 20;

struct XorShift {
  std::uint64_t s = 88172645463325252ULL;
  std::uint64_t next() {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return s;
  }
  int below(int n) {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
  }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
};

struct PlainState {
  std::int8_t x, y;
  std::uint32_t good;
};

struct PlainResult {
  int observation = 0;
  double reward = 0;
  bool terminal = false;
};

class PlainRockSample {
 public:
  explicit PlainRockSample(XorShift& rng) {
    rock_at_.fill(-1);
    for (int r = 0; r < kRocks; ++r) {
      int cell = 0;
      do {
        cell = rng.below(kSize * kSize);
      } while (rock_at_[static_cast<std::size_t>(cell)] >= 0);
      rock_at_[static_cast<std::size_t>(cell)] = r;
      for (int c = 0; c < kSize * kSize; ++c) {
        const double d = std::hypot(c % kSize - cell % kSize, c / kSize - cell / kSize);
        accuracy_[static_cast<std::size_t>(c * kRocks + r)] = (1 + std::exp2(-d / 20)) / 2;
      }
    }
  }

  PlainResult step(PlainState& s, int a, XorShift& rng) const {
    const auto cell = static_cast<std::size_t>(s.y * kSize + s.x);
    switch (a) {
      case 0:
        if (s.y + 1 >= kSize) return {0, -100, false};
        ++s.y;
        return {};
      case 1:
        if (s.x + 1 >= kSize) return {0, 10, true};
        ++s.x;
        return {};
      case 2:
        if (s.y == 0) return {0, -100, false};
        --s.y;
        return {};
      case 3:
        if (s.x == 0) return {0, -100, false};
        --s.x;
        return {};
      case 4: {
        const int r = rock_at_[cell];
        if (r < 0) return {0, -100, false};
        const bool good = s.good >> r & 1;
        s.good &= ~(1u << r);
        return {0, good ? 10.0 : -10.0, false};
      }
      default: {
        const int r = a - 5;
        const bool truly = rng.uniform() < accuracy_[cell * kRocks + static_cast<std::size_t>(r)];
        return {((s.good >> r & 1) == truly) ? 1 : 2, 0, false};
      }
    }
  }

  int random_legal(const PlainState& s, XorShift& rng) const {
    for (;;) {
      const int a = rng.below(kActions);
      const bool illegal = (a == 0 && s.y + 1 >= kSize) || (a == 2 && s.y == 0) ||
                           (a == 3 && s.x == 0) ||
                           (a == 4 && rock_at_[static_cast<std::size_t>(s.y * kSize + s.x)] < 0);
      if (!illegal) return a;
    }
  }

 private:
  std::array<int, std::size_t{kSize} * kSize> rock_at_{};
  std::array<double, std::size_t{kSize} * kSize * kRocks> accuracy_{};
};

struct PlainNode {
  int visits = 0;
  std::array<int, kActions> count{};
  std::array<float, kActions> value{};
  std::array<std::array<int, 3>, kActions> child{};  // 0: none (the root is nobody's child)
};

class PlainSearch {
 public:
  explicit PlainSearch(int simulations) : model_(rng_) {
    nodes_.reserve(static_cast<std::size_t>(simulations) + 2);
  }

  // Returns how many simulations the root has seen.
  double run(int simulations) {
    nodes_.assign(1, {});
    for (int i = 0; i < simulations; ++i) simulate();
    return nodes_.front().visits;
  }

 private:
  struct Visit {
    int node, action;
    double reward;
  };

  int select(const PlainNode& node) {
    double best = -1e300;
    int chosen = 0;
    const double log_n = std::log(node.visits + 1.0);
    for (int a = 0; a < kActions; ++a) {
      const auto i = static_cast<std::size_t>(a);
      const double score = node.count[i] == 0 ? 1e9 + static_cast<double>(rng_.next() & 1023)
                                              : static_cast<double>(node.value[i]) +
                                                    kExploration * std::sqrt(log_n / node.count[i]);
      if (score > best) {
        best = score;
        chosen = a;
      }
    }
    return chosen;
  }

  void simulate() {
    PlainState s{0, kSize / 2,
                 static_cast<std::uint32_t>(rng_.next() >> 32) & ((1u << kRocks) - 1)};
    std::array<Visit, kDepth> path;
    int depth = 0, node = 0;
    bool terminal = false;
    while (depth < kDepth) {
      const int a = select(nodes_[static_cast<std::size_t>(node)]);
      const PlainResult result = model_.step(s, a, rng_);
      path[static_cast<std::size_t>(depth++)] = {node, a, result.reward};
      terminal = result.terminal;
      if (terminal) break;
      int& child =
          nodes_[static_cast<std::size_t>(node)]
              .child[static_cast<std::size_t>(a)][static_cast<std::size_t>(result.observation)];
      if (child == 0) {
        child = static_cast<int>(nodes_.size());
        nodes_.emplace_back();
        break;
      }
      node = child;
    }
    double value = 0, factor = 1;
    for (int reached = depth; reached < kDepth && !terminal; ++reached) {
      const PlainResult result = model_.step(s, model_.random_legal(s, rng_), rng_);
      value += factor * result.reward;
      factor *= kDiscount;
      terminal = result.terminal;
    }
    while (depth > 0) {
      const Visit& visit = path[static_cast<std::size_t>(--depth)];
      value = visit.reward + kDiscount * value;
      PlainNode& n = nodes_[static_cast<std::size_t>(visit.node)];
      const auto a = static_cast<std::size_t>(visit.action);
      ++n.visits;
      ++n.count[a];
      n.value[a] += (static_cast<float>(value) - n.value[a]) / static_cast<float>(n.count[a]);
    }
  }

  XorShift rng_;
  PlainRockSample model_;
  std::vector<PlainNode> nodes_;
};

}  // namespace

double reference_pomcp_searches(int simulations, int searches) {
  PlainSearch search(simulations);
  double done = 0;
  for (int i = 0; i < searches; ++i) done += search.run(simulations);
  return done;
}

}  // namespace holdfast
