#include "holdfast/rddl/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "holdfast/rddl/formula_writer.h"
#include "holdfast/rddl/slice_writer.h"

namespace holdfast::rddl {
namespace {

// Who draws: a Drawer takes random numbers by bit (as Draws has them), a Recorder notes chances.
// Both find chances that are none, and say so in `bad`; then nothing else they say counts.
constexpr std::string_view kPreamble = R"(typedef unsigned long long u64;
static inline u64 random_bits(u64 seed, int place) {
  u64 z = seed + (u64(place) + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
static inline bool is_chance(double p) { return p >= -1e-9 && p <= 1 + 1e-9; }
static inline bool one_bit(u64 x) { return x && !(x & (x - 1)); }
static inline int first_bit(u64 x) { return __builtin_ctzll(x); }
struct Drawer {
  u64 seed;
  bool bad = false;
  inline double checked(double p) { bad |= !is_chance(p); return p; }
  inline u64 one(int bit, double p) {
    return double(random_bits(seed, bit) >> 11) * 0x1p-53 < p;
  }
  inline u64 lanes(int word, u64 mask, double p) {
    u64 drawn = 0;
    for (; mask; mask &= mask - 1) {
      const int lane = first_bit(mask);
      drawn |= one(64 * word + lane, p) << lane;
    }
    return drawn;
  }
  inline void forget(int, u64) {}
};
template <int words>
struct Recorder {
  double chances[64 * words];
  u64 random[words] = {};
  bool bad = false;
  inline double checked(double p) { bad |= !is_chance(p); return p < 0 ? 0 : p > 1 ? 1 : p; }
  inline u64 one(int bit, double p) {
    chances[bit] = p;
    random[bit / 64] |= 1ull << (bit % 64);
    return 0;
  }
  inline u64 lanes(int word, u64 mask, double p) {
    for (; mask; mask &= mask - 1) one(64 * word + first_bit(mask), p);
    return 0;
  }
  inline void forget(int word, u64 mask) { random[word] &= ~mask; }
};
)";

// What the shared object offers.
constexpr std::string_view kFunctions = R"(
extern "C" double holdfast_move(u64* w, int a, u64 seed) {{
  Drawer d{{seed}};
  state(w, w + {state_words}, a, d);
  const double r = reward(w, a);
  return d.bad || r - r != 0 ? __builtin_nan("") : r;
}}
extern "C" int holdfast_observe(const u64* w, int a, u64* seen, u64 seed) {{
  Drawer d{{seed}};
  observation(w, seen, a, d);
  return !d.bad;
}}
extern "C" int holdfast_chances(u64* w, int a, double* chances) {{
  Recorder<{state_words}> d;
  u64* n = w + {state_words};
  state(w, n, a, d);
  for (int i = 0; i < {state_bits}; ++i) {{
    chances[i] = d.random[i / 64] >> (i % 64) & 1 ? d.chances[i] : double(n[i / 64] >> (i % 64) & 1);
  }}
  return !d.bad;
}}
extern "C" int holdfast_observation_chances(const u64* w, int a, double* chances) {{
  Recorder<{observation_words}> d;
  u64 certain[{observation_words}];
  observation(w, certain, a, d);
  for (int i = 0; i < {observation_bits}; ++i) {{
    chances[i] =
        d.random[i / 64] >> (i % 64) & 1 ? d.chances[i] : double(certain[i / 64] >> (i % 64) & 1);
  }}
  return !d.bad;
}}
extern "C" double holdfast_likelihood(const u64* w, int a, const u64* seen) {{
  Recorder<{observation_words}> d;
  u64 certain[{observation_words}];
  observation(w, certain, a, d);
  if (d.bad) return __builtin_nan("");
  for (int i = 0; i < {observation_words}; ++i) {{
    if ((certain[i] ^ seen[i]) & ~d.random[i]) return 0;
  }}
  double likelihood = 1;
  for (int i = 0; i < {observation_words}; ++i) {{
    for (u64 left = d.random[i]; left; left &= left - 1) {{
      const int lane = first_bit(left);
      const double p = d.chances[64 * i + lane];
      likelihood *= seen[i] >> lane & 1 ? p : 1 - p;
    }}
  }}
  return likelihood;
}}
)";

constexpr int words_for(std::size_t bits) { return std::max(1, static_cast<int>(bits + 63) / 64); }

using Changes = std::vector<std::pair<int, Ref>>;

class Generator {
 public:
  explicit Generator(const GroundModel& model)
      : model_(model),
        state_words_(words_for(model.state.size())),
        formulas_(model.pool, state_words_, tables_),
        slices_(model.pool, formulas_) {}

  std::string run() {
    const auto transitions = [](const JointAction& a) { return a.transitions; };
    const auto observations = [](const JointAction& a) { return a.observations; };
    const std::string functions =
        bits_functions("state", model_.noop_transitions, transitions) +
        bits_functions("observation", model_.noop_observations, observations) + reward_function();
    return std::string(kPreamble) + tables_.text() + functions +
           fmt::format(kFunctions, fmt::arg("state_words", state_words_),
                       fmt::arg("state_bits", model_.state.size()),
                       fmt::arg("observation_bits", model_.observation.size()),
                       fmt::arg("observation_words", words_for(model_.observation.size())));
  }

 private:
  // A function for each way of computing all bits, and one that calls that of an action.
  template <class ChangesOf>
  std::string bits_functions(const std::string& name, const std::vector<Ref>& noop,
                             const ChangesOf& changes_of) {
    std::string text = bits_function(name + "_0", noop);
    std::string cases;
    std::map<Changes, int> numbers{{{}, 0}};
    for (std::size_t a = 0; a < model_.joint_actions.size(); ++a) {
      const Changes& changes = changes_of(model_.joint_actions[a]);
      const auto [it, is_new] = numbers.try_emplace(changes, static_cast<int>(numbers.size()));
      if (is_new) {
        const std::string its_name = fmt::format("{}_{}", name, it->second);
        text += is_mostly_new(noop, changes) ? bits_function(its_name, with_changes(noop, changes))
                                             : changes_function(its_name, name + "_0", changes);
      }
      if (it->second == 0) continue;
      cases += fmt::format("    case {}: return {}_{}(w, n, d);\n", a, name, it->second);
    }
    return text +
           fmt::format(
               "template <class D> static inline void {0}(const u64* __restrict w, u64* __restrict "
               "n, int a, D& d) {{\n  switch (a) {{\n{1}    default: return {0}_0(w, n, d);\n  "
               "}}\n}}\n",
               name, cases);
  }

  // Whether so much is done otherwise that what noop does is better left out.
  bool is_mostly_new(const std::vector<Ref>& noop, const Changes& changes) const {
    std::size_t computed = 0;
    for (std::size_t i = 0; i < noop.size(); ++i) {
      const Node& node = model_.pool.node(noop[i]);
      const bool is_kept = node.op == Op::state && node.index == static_cast<int>(i);
      computed += !is_kept && node.op != Op::constant;
    }
    return 2 * changes.size() > computed && computed > 4;
  }

  static std::string signature(const std::string& name) {
    return fmt::format(
        "template <class D> static void {}(const u64* __restrict w, u64* __restrict n, D& d) {{\n",
        name);
  }

  std::string bits_function(const std::string& name, const std::vector<Ref>& formulas) {
    std::vector<BitFormula> bits;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      bits.push_back({static_cast<int>(i), formulas[i]});
    }
    std::string before, after;
    for (int w = 0; w < words_for(formulas.size()); ++w) {
      before += fmt::format("  u64 n{} = 0;\n", w);
      after += fmt::format("  n[{0}] = n{0};\n", w);
    }
    return signature(name) + before + statements(bits) + after + "}\n";
  }

  std::string changes_function(const std::string& name, const std::string& noop,
                               const Changes& changes) {
    std::vector<BitFormula> bits;
    std::map<int, std::uint64_t> masks;
    for (const auto& [bit, formula] : changes) {
      bits.push_back({bit, formula});
      masks[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
    std::string before = fmt::format("  {}(w, n, d);\n", noop), after;
    for (const auto& [w, mask] : masks) {
      before +=
          fmt::format("  d.forget({0}, {1:#x}ull);\n  u64 n{0} = n[{0}] & ~{1:#x}ull;\n", w, mask);
      after += fmt::format("  n[{0}] = n{0};\n", w);
    }
    return signature(name) + before + statements(bits) + after + "}\n";
  }

  std::string statements(const std::vector<BitFormula>& bits) {
    std::vector<Ref> roots;
    for (const BitFormula& bit : bits) roots.push_back(bit.formula);
    formulas_.begin(roots);
    std::string text;
    for (const Slice& slice : slices_of(model_.pool, bits, state_words_)) {
      text += slices_.statements(slice);
    }
    return text;
  }

  std::string reward_function() {
    std::map<Ref, std::vector<std::size_t>> actions;
    for (std::size_t a = 0; a < model_.joint_actions.size(); ++a) {
      actions[model_.joint_actions[a].reward].push_back(a);
    }
    std::string text =
        "static inline double reward(const u64* __restrict w, int a) {\n  switch (a) {\n";
    for (const auto& [formula, all] : actions) {
      for (const std::size_t a : all) text += fmt::format("  case {}:\n", a);
      formulas_.begin({formula});
      const std::string value = formulas_.number(formula);
      text += fmt::format("  {{\n{}  return {};\n  }}\n", formulas_.take_definitions(), value);
    }
    return text + "  }\n  return 0;\n}\n";
  }

  const GroundModel& model_;
  int state_words_;
  TableWriter tables_;
  FormulaWriter formulas_;
  SliceWriter slices_;
};

}  // namespace

std::string generate(const GroundModel& model) { return Generator(model).run(); }

}  // namespace holdfast::rddl
