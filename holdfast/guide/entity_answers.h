// What a theory says of one entity, kept by what is known about it. A search meets ever new
// beliefs, but in all of them the same few things about an entity: the same ray in Pocman, the same
// door. So where each rule is about one entity, rules are asked once for each such thing, however
// many they are, and what was said holds in every later search.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "holdfast/base/word_hash.h"
#include "holdfast/guide/local_columns.h"
#include "holdfast/guide/recent_answers.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {

// By deeds: bit d is of deed d. Whether they are possible is not asked.
struct SaidOfEntity {
  std::uint32_t start = 0;
  std::uint32_t go_on = 0;
};

template <Symbolic M>
class EntityAnswers {
 public:
  using About = typename Declared<M>::About;

  // Whether what is known about an entity can be told apart by its bytes.
  static constexpr bool kKnownAgain =
      std::has_unique_object_representations_v<About> && sizeof(About) <= 64;
  // Whether every rule is about any one entity and asks for nothing else.
  static bool serves(const Declared<M>& symbols, const logic::CompiledTheory& theory) {
    return kKnownAgain && symbols.deed_count() <= 32 && about_one_entity(theory);
  }

  // The theory must be served.
  explicit EntityAnswers(const logic::CompiledTheory& theory)
      : theory_(theory), local_(theory), facts_(theory.vocabulary()) {}

  const SaidOfEntity& at(const Declared<M>& symbols, const About& about) {
    return answers_.at({about}, [&] { return ask(symbols, about); });
  }

 private:
  struct Key {
    About about{};

    friend bool operator==(const Key& a, const Key& b) {
      return std::memcmp(&a.about, &b.about, sizeof(About)) == 0;
    }
    std::uint64_t hash() const {
      std::array<std::uint64_t, (sizeof(About) + 7) / 8> words{};
      std::memcpy(words.data(), &about, sizeof(About));
      WordHash hash;
      for (const std::uint64_t word : words) hash.add(word);
      return hash.value();
    }
  };

  SaidOfEntity ask(const Declared<M>& symbols, const About& about) {
    symbols.state(facts_, 0, about);
    local_.state(facts_);
    SaidOfEntity said;
    for (const logic::CompiledRule& rule : theory_.rules()) {
      std::uint32_t& deeds = rule.role() == logic::Role::contd ? said.go_on : said.start;
      deeds |= (local_.passing(rule).contains(0) ? 1u : 0u) << rule.word();
    }
    return said;
  }

  logic::CompiledTheory theory_;
  LocalColumns local_;
  logic::Facts facts_;  // as if there were one entity
  RecentAnswers<Key, SaidOfEntity> answers_;
};

}  // namespace holdfast
