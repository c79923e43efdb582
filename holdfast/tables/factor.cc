#include "holdfast/tables/factor.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <sstream>

namespace holdfast::tables {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  in.exceptions(std::ios::badbit);  // memory that runs out is not the end of the words
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

const XmlElement& required(const XmlElement& parent, const char* name, const std::string& file) {
  if (const XmlElement* found = parent.child(name)) return *found;
  throw InputError(Place{file, parent.at.line, parent.at.column},
                   fmt::format("expected <{}> in <{}>", name, parent.name));
}

Factor::Factor(const XmlElement& element, const std::vector<Variable>& variables, bool conditional,
               const std::string& file)
    : variables_(variables), file_(file), at_(element.at) {
  constexpr double kMost = 2e7;
  const XmlElement& own = required(element, "Var", file);
  std::vector<std::string> names;
  if (const XmlElement* parents = element.child("Parent")) names = words_of(parents->text);
  if (names.size() == 1 && names.front() == "null") names.clear();
  if (conditional) {
    const std::vector<std::string> mine = words_of(own.text);
    if (mine.size() != 1) fail(own.at, "expected the name of one variable in <Var>");
    names.push_back(mine.front());
  }
  double size = 1;
  for (const std::string& name : names) {
    int found = -1;
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (variables[v].name == name) found = static_cast<int>(v);
    }
    if (found < 0) fail(element.at, fmt::format("there is no variable '{}'", name.substr(0, 40)));
    scope_.push_back(found);
    size *= static_cast<double>(variables[static_cast<std::size_t>(found)].values.size());
  }
  if (size > kMost) fail(element.at, "this function has more values than fit");
  table_.assign(static_cast<std::size_t>(size), 0);
  const XmlElement& parameter = required(element, "Parameter", file);
  const auto type = parameter.attributes.find("type");
  if (type == parameter.attributes.end() || type->second == "TBL") {
    read_table(parameter);
  } else if (type->second == "DD") {
    std::vector<int> chosen(scope_.size(), kEvery);
    for (const XmlElement& node : required(parameter, "DAG", file).children) {
      read_diagram(node, chosen);
    }
  } else {
    fail(parameter.at, fmt::format("'{}' is no type of parameters; expected TBL or DD",
                                   type->second.substr(0, 40)));
  }
}

int Factor::size_of(std::size_t place) const {
  return static_cast<int>(variables_[static_cast<std::size_t>(scope_[place])].values.size());
}

std::size_t Factor::index(const std::vector<int>& values) const {
  std::size_t result = 0;
  for (std::size_t i = 0; i < scope_.size(); ++i) {
    result = result * static_cast<std::size_t>(size_of(i)) +
             static_cast<std::size_t>(values[static_cast<std::size_t>(scope_[i])]);
  }
  return result;
}

void Factor::read_table(const XmlElement& parameter) {
  for (const XmlElement& entry : parameter.children) {
    if (entry.name != "Entry") fail(entry.at, "expected <Entry>");
    read_entry(entry);
  }
}

void Factor::read_entry(const XmlElement& entry) {
  const Instance instance = read_instance(required(entry, "Instance", file_));
  const XmlElement* list = entry.child("ProbTable");
  if (!list) list = entry.child("ValueTable");
  if (!list) fail(entry.at, "expected <ProbTable> or <ValueTable> in <Entry>");
  fill(instance, numbers(*list, instance));
}

Factor::Instance Factor::read_instance(const XmlElement& element) const {
  const std::vector<std::string> words = words_of(element.text);
  if (words.size() != scope_.size()) {
    fail(element.at,
         fmt::format("{} values for {} variables in <Instance>", words.size(), scope_.size()));
  }
  Instance instance;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Variable& variable = variables_[static_cast<std::size_t>(scope_[i])];
    if (words[i] == "*") {
      instance.push_back(kEvery);
    } else if (words[i] == "-") {
      instance.push_back(kRunning);
    } else {
      instance.push_back(variable.values.find(words[i]));
      if (instance.back() < 0) fail(element.text_at, variable.values.unknown(words[i]));
    }
  }
  return instance;
}

double Factor::number(const std::string& text, Position at) const {
  double value = 0;
  const char* start = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(start, end, value);
  if (code != std::errc{} || rest != end || !std::isfinite(value) || std::abs(value) > 1e12) {
    fail(at, fmt::format("expected a number, found '{}'", text.substr(0, 40)));
  }
  return value;
}

std::vector<double> Factor::numbers(const XmlElement& element, const Instance& instance) const {
  std::size_t count = 1;
  std::vector<int> running;
  for (std::size_t i = 0; i < instance.size(); ++i) {
    if (instance[i] != kRunning) continue;
    running.push_back(size_of(i));
    count *= static_cast<std::size_t>(size_of(i));
  }
  const std::vector<std::string> words = words_of(element.text);
  if (words.size() == 1 && words[0] == "uniform" && !running.empty()) {
    return std::vector<double>(count, 1.0 / running.back());
  }
  if (words.size() == 1 && words[0] == "identity" && running.size() == 2 &&
      running[0] == running[1]) {
    std::vector<double> list(count, 0);
    for (int i = 0; i < running[0]; ++i) list[static_cast<std::size_t>(i * running[0] + i)] = 1;
    return list;
  }
  if (words.size() != count) {
    fail(element.at,
         fmt::format("{} numbers in <{}>; expected {}", words.size(), element.name, count));
  }
  std::vector<double> list;
  for (const std::string& word : words) list.push_back(number(word, element.text_at));
  return list;
}

// Goes through all that the instance stands for; the last running variable varies fastest.
void Factor::fill(const Instance& instance, const std::vector<double>& numbers) {
  std::vector<int> at(variables_.size(), 0);
  const std::function<void(std::size_t, std::size_t)> go = [&](std::size_t place, std::size_t n) {
    if (place == instance.size()) {
      table_[index(at)] = numbers[n];
      return;
    }
    int& value = at[static_cast<std::size_t>(scope_[place])];
    const int size = size_of(place);
    if (instance[place] >= 0) {
      value = instance[place];
      return go(place + 1, n);
    }
    for (int v = 0; v < size; ++v) {
      value = v;
      const bool running = instance[place] == kRunning;
      go(place + 1, running ? n * static_cast<std::size_t>(size) + static_cast<std::size_t>(v) : n);
    }
  };
  go(0, 0);
}

void Factor::read_diagram(const XmlElement& node, std::vector<int>& chosen) {
  if (node.name == "Terminal") {
    const std::vector<std::string> words = words_of(node.text);
    if (words.size() != 1) fail(node.at, "expected one number in <Terminal>");
    return fill(chosen, {number(words[0], node.text_at)});
  }
  if (node.name != "Node") {
    fail(node.at, fmt::format("<{}> is not read in decision diagrams; expected <Node> or "
                              "<Terminal> (write the parameters as TBL)",
                              node.name.substr(0, 40)));
  }
  const auto name = node.attributes.find("var");
  if (name == node.attributes.end()) fail(node.at, "expected var=\"...\" in <Node>");
  std::size_t place = 0;
  while (place < scope_.size() &&
         variables_[static_cast<std::size_t>(scope_[place])].name != name->second) {
    ++place;
  }
  if (place == scope_.size()) {
    fail(node.at,
         fmt::format("'{}' is none of the variables of this function", name->second.substr(0, 40)));
  }
  const Names& values = variables_[static_cast<std::size_t>(scope_[place])].values;
  const int before = chosen[place];
  for (const XmlElement& edge : node.children) {
    const auto value = edge.attributes.find("val");
    if (edge.name != "Edge" || value == edge.attributes.end()) {
      fail(edge.at, "expected <Edge val=\"...\"> in <Node>");
    }
    chosen[place] = values.find(value->second);
    if (chosen[place] < 0) fail(edge.at, values.unknown(value->second));
    for (const XmlElement& below : edge.children) read_diagram(below, chosen);
  }
  chosen[place] = before;
}

void Factor::fail(Position at, const std::string& what) const {
  throw InputError(Place{file_, at.line, at.column}, what);
}

}  // namespace holdfast::tables
