// A model from RDDL files that knows what rules may ask of it: it remembers, along a history, what
// the agent knows, and how likely what is hidden.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "holdfast/base/word_hash.h"
#include "holdfast/domains/rddl/rddl_picture.h"
#include "holdfast/rddl/derive_words.h"
#include "holdfast/rddl/rddl_model.h"

namespace holdfast {

template <int kWords>
struct RddlMind {
  std::array<std::uint64_t, kWords> known{};              // hidden bits are 0
  std::array<float, std::size_t{64} * kWords> chances{};  // of hidden bits, by their numbers

  std::uint64_t hash() const {
    WordHash hash;
    for (const std::uint64_t w : known) hash.add(w);
    // Two at a time, of which most are nothing; where they stand counts, too.
    for (std::size_t i = 0; i < chances.size(); i += 2) {
      const auto two = std::bit_cast<std::uint64_t>(std::array{chances[i], chances[i + 1]});
      if (two != 0) hash.add(two + i);
    }
    return hash.value();
  }
  friend bool operator==(const RddlMind&, const RddlMind&) = default;
};

template <int kWords, ActionSetType Actions>
class WordedModel : public rddl::RddlModel<kWords, Actions> {
 public:
  using Base = rddl::RddlModel<kWords, Actions>;
  using State = typename Base::State;
  using Memory = RddlMind<kWords>;

  WordedModel(rddl::Engine engine, std::shared_ptr<const rddl::ModelWords> words)
      : Base(std::move(engine)), words_(std::move(words)) {
    const std::vector<std::uint64_t>& words_of_state = this->interpreter().initial();
    State initial;
    std::ranges::copy(words_of_state, initial.words.begin());
    initial_.known = known_part(initial);
    for (int h = 0; h < filter().hidden_count(); ++h) {
      const int bit = filter().hidden()[static_cast<std::size_t>(h)];
      initial_.chances[static_cast<std::size_t>(h)] =
          this->model().initial[static_cast<std::size_t>(bit)] ? 1 : 0;
    }
  }

  const std::shared_ptr<const rddl::ModelWords>& words() const { return words_; }
  const rddl::BitFilter& filter() const { return words_->filter; }
  const RddlPicture& picture() const { return picture_->of(filter()); }

  Memory initial_memory() const { return initial_; }
  void remember(Memory& memory, const State& next, Action a, Observation o) const {
    const auto bits = static_cast<std::uint64_t>(o);
    const auto after = known_part(next);
    filter().update(memory.known.data(), after.data(), memory.chances, a,
                    keys_are_bits() ? &bits : nullptr);
    memory.known = after;
  }
  std::array<std::uint64_t, kWords> known_part(const State& s) const {
    std::array<std::uint64_t, kWords> known{};
    const std::vector<std::uint64_t>& mask = filter().mask();
    for (std::size_t w = 0; w < mask.size(); ++w) known[w] = s.words[w] & mask[w];
    return known;
  }

 private:
  // Else they are hashes, of which simulations cannot tell what was seen.
  bool keys_are_bits() const {
    return static_cast<int>(this->model().observation.size()) <= rddl::kMostKeyBits;
  }

  std::shared_ptr<const rddl::ModelWords> words_;
  std::shared_ptr<LazyRddlPicture> picture_ = std::make_shared<LazyRddlPicture>();
  Memory initial_;
};

template <int kWords, ActionSetType Actions>
struct Picture<WordedModel<kWords, Actions>> {
  using M = WordedModel<kWords, Actions>;
  static Scene scene(const M& model, const typename M::State& world,
                     const ParticleBelief<M>* belief) {
    std::vector<const std::uint64_t*> particles;
    if (belief) {
      for (const auto& s : belief->particles()) particles.push_back(s.words.data());
    }
    return model.picture().scene(world.words.data(), particles);
  }
};

}  // namespace holdfast
