#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "holdfast/learn/ilasp.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

std::string list_of(const AtomTable& vocabulary, const std::vector<FlatAtom>& atoms) {
  std::string text;
  for (const FlatAtom& atom : atoms) {
    text += (text.empty() ? "" : ", ") + logic::to_string(vocabulary.atom(atom));
  }
  return "{" + text + "}";
}

class Writer {
 public:
  Writer(const Task& task, const WriteOptions& options) : task_(task), options_(options) {}

  std::string write() {
    for (const std::string& comment : options_.comments) line("% " + comment);
    bias();
    for (const GivenRule& g : task_.given) {
      line(fmt::format("{} ~ {}", g.length, logic::to_string(g.rule)));
    }
    if (options_.joint) {
      for (const Example& e : joint_examples()) example(e);
    } else {
      for (const Example& e : task_.examples) example(e);
    }
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += text + '\n'; }

  static std::string options_of(const Mode& mode) {
    std::string options;
    const auto add = [&](const char* name) {
      options += (options.empty() ? "" : ", ") + std::string(name);
    };
    if (!mode.negative) add("positive");
    if (!mode.positive) add("negative");
    if (mode.anti_reflexive) add("anti_reflexive");
    if (mode.symmetric) add("symmetric");
    return options.empty() ? "" : ", (" + options + ")";
  }

  std::string schema(const Mode& mode) const {
    std::vector<logic::Term> leaves;
    for (const Hole& p : mode.places) {
      leaves.push_back(p.type.empty()
                           ? task_.vocabulary.term(p.constant)
                           : logic::Term::function("var", {logic::Term::symbol(p.type)}));
    }
    return logic::to_string(task_.vocabulary.atom(mode.predicate, leaves));
  }

  // Constants of thresholds get types of their own, so that each mode keeps its constants.
  void bias() {
    const Bias& bias = task_.bias;
    line(fmt::format("% holdfast: max_length {}", bias.max_length));
    line(fmt::format("% holdfast: max_thresholds {}", bias.max_thresholds));
    for (const auto& [type, most] : bias.max_of_type) {
      line(fmt::format("% holdfast: max_variables {} {}", type, most));
    }
    line(fmt::format("#maxv({}).", bias.max_variables));
    for (const Mode& m : bias.heads) line(fmt::format("#modeh({}).", schema(m)));
    for (const Mode& m : bias.bodies) {
      line(fmt::format("#modeb({}, {}{}).", m.recall, schema(m), options_of(m)));
    }
    std::map<std::vector<Value>, std::string> types;
    for (const ComparisonMode& m : bias.comparisons) {
      const auto [it, fresh] =
          types.try_emplace(m.constants, m.type + "_threshold" + std::to_string(types.size()));
      line(fmt::format("#modeb({}, var({}) {} const({})).", m.recall, m.type,
                       logic::to_string(m.comparator), it->second));
      if (!fresh) continue;
      for (const Value v : m.constants) {
        line(fmt::format("#constant({}, {}).", it->second,
                         logic::to_string(task_.vocabulary.term(v))));
      }
    }
  }

  void example(const Example& e) {
    text_ += e.positive ? "#pos(" : "#neg(";
    text_ += e.id;
    if (e.penalty) text_ += fmt::format("@{}", *e.penalty);
    text_ += ", " + list_of(task_.vocabulary, e.inclusions) + ", " +
             list_of(task_.vocabulary, e.exclusions) + ", {" + context(e.context) + "}).\n";
  }

  const std::string& context(int index) {
    auto& text = contexts_[index];
    if (!text.empty()) return text;
    task_.contexts.for_each_fact(
        task_.vocabulary, index, [&](int predicate, std::span<const Value> arguments) {
          const FlatAtom fact{predicate, {arguments.begin(), arguments.end()}};
          text += (text.empty() ? "" : " ") + logic::to_string(task_.vocabulary.atom(fact)) + ".";
        });
    return text;
  }

  // Positive examples of one context and one outermost predicate (init, contd) as one.
  std::vector<Example> joint_examples() const {
    std::vector<Example> result;
    std::map<std::pair<int, std::string>, std::size_t> index;
    for (const Example& e : task_.examples) {
      const FlatAtom& atom = e.inclusions.empty() ? e.exclusions.at(0) : e.inclusions.at(0);
      const std::string& shape = task_.vocabulary.shape(atom.predicate);
      const auto [it, fresh] =
          index.try_emplace({e.context, shape.substr(0, shape.find('('))}, result.size());
      if (fresh) {
        result.push_back(e);
        continue;
      }
      Example& joint = result[it->second];
      joint.inclusions.insert(joint.inclusions.end(), e.inclusions.begin(), e.inclusions.end());
      joint.exclusions.insert(joint.exclusions.end(), e.exclusions.begin(), e.exclusions.end());
      if (joint.penalty && e.penalty) joint.penalty = std::max(*joint.penalty, *e.penalty);
    }
    return result;
  }

  const Task& task_;
  const WriteOptions& options_;
  std::map<int, std::string> contexts_;
  std::string text_;
};

}  // namespace

std::string write_task(const Task& task, const WriteOptions& options) {
  return Writer(task, options).write();
}

}  // namespace holdfast::learn
