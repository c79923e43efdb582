#include "holdfast/macro/in_words.h"

#include <algorithm>
#include <sstream>

#include "holdfast/logic/print.h"
#include "holdfast/macro/defined_words.h"
#include "holdfast/macro/sentences.h"

namespace holdfast {
namespace {

using logic::Term;
using Words = std::vector<std::string>;

// The term with its variables replaced.
Term bound(Term term, const logic::Binding& binding) {
  if (term.kind == Term::Kind::variable) {
    for (const auto& [variable, value] : binding) {
      if (variable == term.name) return value;
    }
  }
  for (Term& argument : term.arguments) argument = bound(std::move(argument), binding);
  return term;
}

// Names the side that the value is on, and takes its sign away.
void take_side(std::string& says, Term& value) {
  const Sides sides = sides_in(says);
  if (sides.length == 0) return;
  const bool number = value.is_integer();
  says.replace(sides.start, sides.length,
               !number           ? sides.above + " or " + sides.below
               : value.value < 0 ? sides.below
                                 : sides.above);
  if (number && value.value < 0) value.value = -value.value;
}

std::string sentence(const logic::Atom& ground, const logic::Vocabulary& vocabulary,
                     std::span<const logic::Rule> definitions) {
  const auto read = vocabulary.read(ground);
  if (!read) {
    const std::string meaning = meaning_of(ground, definitions, vocabulary);
    return meaning.empty() ? to_string(ground) : meaning;
  }
  const logic::Feature& feature = vocabulary.features()[static_cast<std::size_t>(read->feature)];
  if (feature.says.empty()) return to_string(ground);
  std::string says = Sentence(feature.says).text;
  std::vector<std::string> values;
  // An entity, or the action that a word of the past is about.
  if (feature.has_subject()) values.push_back(to_string(ground.arguments.front()));
  if (read->index) values.push_back(to_string(*read->index));
  if (read->value) {
    Term value = *read->value;
    take_side(says, value);
    values.push_back(to_string(value));
  }
  return filled(says, values);
}

Words words_of(const std::string& sentence) {
  std::istringstream stream(sentence);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// A verb ends what sentences may share, so that "rock 2 is" is said once, and "rock" alone is not.
std::size_t shared_start(const Words& a, const Words& b) {
  const auto [end, other] = std::ranges::mismatch(a, b);
  const auto common = std::make_reverse_iterator(end);
  const auto verb = std::find_if(common, a.rend(), [](const std::string& word) {
    return word == "is" || word == "has" || word == "are";
  });
  const auto length = static_cast<std::size_t>(a.rend() - verb);
  return length < a.size() && length < b.size() ? length : 0;
}

std::string text_of(const Words& words, std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < words.size(); ++i) text += (i == from ? "" : " ") + words[i];
  return text;
}

// "a, b and c"
std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text;
}

}  // namespace

std::string sentence_of(const logic::Feature& word) {
  std::vector<std::string> names;
  if (!word.action.empty()) {
    names.push_back(word.action + (word.of_entity ? "(E)" : ""));
  } else if (word.of_entity) {
    names.emplace_back("E");
  }
  if (word.kind == logic::Feature::Kind::series) names.emplace_back("I");
  if (word.kind != logic::Feature::Kind::flag) names.emplace_back("V");
  std::string says = Sentence(word.says).text;
  if (const Sides sides = sides_in(says); sides.length > 0) {
    says.replace(sides.start, sides.length, sides.above + " (below 0: " + sides.below + ")");
  }
  return filled(says, names);
}

std::string joined_sentences(const std::vector<std::string>& sentences) {
  std::vector<std::string> groups;
  std::vector<Words> all;
  for (const std::string& each : sentences) all.push_back(words_of(each));
  for (std::size_t i = 0; i < all.size();) {
    std::vector<std::string> group{text_of(all[i], 0)};
    std::size_t next = i + 1;
    for (; next < all.size(); ++next) {
      const std::size_t shared = shared_start(all[i], all[next]);
      if (shared == 0) break;
      group.push_back(text_of(all[next], shared));
    }
    groups.push_back(listed(group));
    i = next;
  }
  std::string text;
  for (const std::string& group : groups) text += (text.empty() ? "" : "; ") + group;
  return text;
}

std::string in_words(const logic::Rule& rule, const logic::Binding& binding,
                     const logic::Vocabulary& vocabulary,
                     std::span<const logic::Rule> definitions) {
  std::vector<std::string> sentences;
  for (const logic::Literal& literal : rule.body) {
    if (!literal.atom()) continue;
    logic::Atom atom = *literal.atom();
    for (Term& argument : atom.arguments) argument = bound(std::move(argument), binding);
    std::string said = sentence(atom, vocabulary, definitions);
    if (literal.negated) said.insert(0, "not: ");
    if (std::ranges::find(sentences, said) == sentences.end()) sentences.push_back(std::move(said));
  }
  // What is counted or summed has its value in the binding, under its own text.
  for (const auto& [what, value] : binding) {
    if (what.starts_with("#")) sentences.push_back(what + " = " + to_string(value));
  }
  return joined_sentences(sentences);
}

}  // namespace holdfast
