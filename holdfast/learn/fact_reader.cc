#include "holdfast/learn/fact_reader.h"

#include <charconv>

#include "holdfast/base/error.h"

namespace holdfast::learn {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

std::string_view word_at(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && is_word(text[at])) ++at;
  return text.substr(begin, at - begin);
}

[[noreturn]] void fail(std::string_view text, std::size_t at) {
  throw InputError("expected facts such as dist(0,8). delta_x(0,2). but found \"" +
                   std::string(text.substr(at, 20)) + "\"");
}

}  // namespace

bool FactReader::skip_blanks(std::string_view text, std::size_t& at) {
  while (at < text.size() && text[at] == ' ') ++at;
  return at < text.size();
}

void FactReader::next(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  const std::string_view name = word_at(text, at);
  if (name.empty() || name[0] < 'a' || name[0] > 'z') fail(text, begin);
  std::string_view inner;
  fact_.arguments.clear();
  if (at < text.size() && text[at] == '(') {
    do {
      ++at;
      std::string_view word = word_at(text, at);
      const bool first = fact_.arguments.empty();
      if (first && at < text.size() && text[at] == '(') {
        inner = word;
        word = word_at(text, ++at);
        if (inner.empty() || at >= text.size() || text[at++] != ')') fail(text, begin);
      }
      if (word.empty()) fail(text, begin);
      fact_.arguments.push_back(value(word));
    } while (at < text.size() && text[at] == ',');
    if (at >= text.size() || text[at] != ')') fail(text, begin);
    ++at;
  }
  if (at >= text.size() || text[at] != '.') fail(text, begin);
  ++at;
  fact_.predicate = predicate(name, fact_.arguments.size(), inner);
}

Value FactReader::value(std::string_view word) {
  int number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc() && end == word.data() + word.size() && is_number(number)) return number;
  if (word.empty() || word[0] < 'a' || word[0] > 'z') fail(word, 0);
  const auto it = symbols_.find(word);
  if (it != symbols_.end()) return it->second;
  const Value v = vocabulary_.value(logic::Term::symbol(std::string(word)));
  symbols_.emplace(word, v);
  return v;
}

int FactReader::predicate(std::string_view name, std::size_t arity, std::string_view inner) {
  for (const Shape& shape : predicates_) {
    if (shape.arity == arity && shape.name == name && shape.inner == inner) return shape.predicate;
  }
  const logic::Term hole = logic::Term::variable("_");
  logic::Atom atom{std::string(name), std::vector<logic::Term>(arity, hole), {}};
  if (!inner.empty()) atom.arguments[0] = logic::Term::function(std::string(inner), {hole});
  std::vector<logic::Term> leaves;
  const int p = vocabulary_.predicate(
      atom, [](const logic::Term& t) { return t.is_variable(); }, leaves);
  predicates_.push_back({std::string(name), std::string(inner), arity, p});
  return p;
}

}  // namespace holdfast::learn
