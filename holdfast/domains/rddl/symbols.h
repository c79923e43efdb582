// Models from RDDL files in symbols: what was derived from them (rddl/derive_words.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "holdfast/domains/rddl/worded_model.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {

// What is known, of which an entity is looked at; refers to both.
struct RddlAbout {
  const rddl::WordTable* table = nullptr;
  rddl::Seen seen{};
  int entity = 0;
};
struct RddlWhole {
  RddlAbout about;
};

// The declaration's words as macro/symbols.h has them; their texts are the table's.
std::vector<Word<RddlAbout>> rddl_words(const rddl::WordTable& table);
std::vector<Word<RddlWhole>> rddl_whole_words(const rddl::WordTable& table);
std::vector<Deed<RddlAbout>> rddl_deeds(const rddl::WordTable& table);

template <int kWords, ActionSetType Actions>
class Symbols<WordedModel<kWords, Actions>> {
 public:
  using M = WordedModel<kWords, Actions>;
  using Mind = typename M::Memory;
  using About = RddlAbout;
  using Whole = RddlWhole;
  static constexpr std::string_view domain = "rddl";

  // With where things are.
  struct Known {
    Mind mind;
    rddl::WordTable::Slots slots{};
  };
  using Root = Known;

  explicit Symbols(std::shared_ptr<const M> model)
      : words(rddl_words(model->words()->table)),
        whole_words(rddl_whole_words(model->words()->table)),
        deeds(rddl_deeds(model->words()->table)),
        model_(std::move(model)) {
    for (const auto& [action, parts] : table().joints) joints_.push_back({action, parts});
  }

  const std::vector<Word<RddlAbout>> words;
  const std::vector<Word<RddlWhole>> whole_words;
  const std::vector<Deed<RddlAbout>> deeds;

  std::vector<logic::Term> entities() const {
    std::vector<logic::Term> terms;
    for (const std::string& e : table().entities) terms.push_back(logic::Term::symbol(e));
    return terms;
  }
  // Of an entity that has no such deed: that of one that has, since it is never possible.
  Action action(int deed, int entity) const {
    const std::vector<int>& actions = table().deeds[static_cast<std::size_t>(deed)].actions;
    const auto e = static_cast<std::size_t>(entity);
    if (e < actions.size() && actions[e] >= 0) return actions[e];
    for (const int a : actions) {
      if (a >= 0) return a;
    }
    return 0;
  }

  const std::vector<Joint>& joints() const { return joints_; }

  // By the particles; what is known is the same in all of them.
  Root root(const ParticleBelief<M>& belief) const {
    Mind mind;
    mind.known = model_->known_part(belief.particles().front());
    const std::vector<int>& hidden = model_->filter().hidden();
    const auto share = 1 / static_cast<double>(belief.size());
    for (std::size_t h = 0; h < hidden.size(); ++h) {
      const auto word = static_cast<std::size_t>(hidden[h] / 64);
      std::int64_t count = 0;
      for (const auto& s : belief.particles()) count += s.words[word] >> (hidden[h] % 64) & 1;
      mind.chances[h] = static_cast<float>(share * static_cast<double>(count));
    }
    return known(mind);
  }
  static const Known& known(const Root& root) { return root; }
  Known at(const typename M::State&, const Mind& memory, const Moment&) const {
    return known(memory);
  }
  About about(const Known& known, int entity) const { return {&table(), seen(known), entity}; }
  Whole whole(const Known& known) const { return {about(known, 0)}; }

  // Known bits go on by their formulas, or the likelier way; hidden ones by their chances.
  bool after(Known& now, Action a) const {
    if (!table().foreseen[static_cast<std::size_t>(a)]) return false;
    const auto words_used = static_cast<std::size_t>(model_->interpreter().state_words());
    std::array<std::uint64_t, std::size_t{2} * kWords> both{};
    std::copy_n(now.mind.known.begin(), words_used, both.begin());
    Rng unused(0);
    model_->interpreter().move(both.data(), a, unused);
    std::array<std::uint64_t, kWords> next{};
    const std::vector<std::uint64_t>& mask = model_->filter().mask();
    for (std::size_t w = 0; w < words_used; ++w) next[w] = both[words_used + w] & mask[w];
    model_->filter().foresee(now.mind.known.data(), next.data(), now.mind.chances, a);
    now.mind.known = next;
    now.slots = table().find(now.mind.known.data(), now.mind.chances.data());
    return true;
  }
  // Whether what an action brings is that, and not only likely.
  bool is_certain(Action a) const { return model_->filter().is_certain(a); }

  static const Mind& key(const Known& known) { return known.mind; }

 private:
  const rddl::WordTable& table() const { return model_->words()->table; }
  Known known(const Mind& mind) const {
    return {mind, table().find(mind.known.data(), mind.chances.data())};
  }
  static rddl::Seen seen(const Known& known) {
    return {known.mind.known.data(), known.mind.chances.data(), known.slots.data()};
  }

  std::shared_ptr<const M> model_;
  std::vector<Joint> joints_;
};

}  // namespace holdfast
