#include "holdfast/domains/rddl/symbols.h"

namespace holdfast {
namespace {

int value_of(const RddlAbout& about, const rddl::DerivedWord& word, int entity) {
  return about.table->value(word.values[static_cast<std::size_t>(entity)], about.seen);
}

template <class About>
Word<About> word(const rddl::DerivedWord& w, std::size_t number, int (*of)(const About&, int)) {
  const int index = static_cast<int>(number);
  return {w.name.c_str(), w.says.c_str(), of, logic::Feature::Kind::value, index, index};
}

}  // namespace

std::vector<Word<RddlAbout>> rddl_words(const rddl::WordTable& table) {
  std::vector<Word<RddlAbout>> words;
  for (std::size_t i = 0; i < table.words.size(); ++i) {
    words.push_back(word<RddlAbout>(table.words[i], i, [](const RddlAbout& about, int w) {
      return value_of(about, about.table->words[static_cast<std::size_t>(w)], about.entity);
    }));
  }
  return words;
}

std::vector<Word<RddlWhole>> rddl_whole_words(const rddl::WordTable& table) {
  std::vector<Word<RddlWhole>> words;
  for (std::size_t i = 0; i < table.whole_words.size(); ++i) {
    words.push_back(word<RddlWhole>(table.whole_words[i], i, [](const RddlWhole& whole, int w) {
      return value_of(whole.about, whole.about.table->whole_words[static_cast<std::size_t>(w)], 0);
    }));
  }
  return words;
}

std::vector<Deed<RddlAbout>> rddl_deeds(const rddl::WordTable& table) {
  std::vector<Deed<RddlAbout>> deeds;
  for (const rddl::DerivedDeed& d : table.deeds) {
    deeds.push_back(
        {d.name.c_str(), d.of_entity, d.only_looks, [](const RddlAbout& about, int deed) {
           const auto& actions = about.table->deeds[static_cast<std::size_t>(deed)].actions;
           return actions[static_cast<std::size_t>(about.entity)] >= 0;
         }});
  }
  return deeds;
}

}  // namespace holdfast
