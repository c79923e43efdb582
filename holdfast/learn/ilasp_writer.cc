#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "holdfast/learn/ilasp.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

std::string list_of(const AtomTable& vocabulary, const AtomList& atoms) {
  std::string text;
  for (const FlatAtom& atom : atoms) {
    text += (text.empty() ? "" : ", ") + logic::to_string(vocabulary.atom(atom));
  }
  return "{" + text + "}";
}

AtomList joined(const AtomList& a, const AtomList& b) {
  std::vector<FlatAtom> atoms(a.begin(), a.end());
  atoms.insert(atoms.end(), b.begin(), b.end());
  return AtomList(std::move(atoms));
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

  static std::string options_of(const Mode& mode, bool head) {
    std::string options;
    const auto add = [&](const char* name) {
      options += (options.empty() ? "" : ", ") + std::string(name);
    };
    if (!head && !mode.negative) add("positive");
    if (!mode.positive) add("negative");
    if (mode.anti_reflexive) add("anti_reflexive");
    if (mode.symmetric) add("symmetric");
    return options.empty() ? "" : ", (" + options + ")";
  }

  // The modes of one declaration differ in their constants; each place where they do is const(type)
  // again, so that they share the recall.
  std::string schema(std::span<const Mode> modes) {
    std::vector<logic::Term> leaves;
    for (std::size_t place = 0; place < modes[0].places.size(); ++place) {
      leaves.push_back(leaf(modes, place));
    }
    return logic::to_string(task_.vocabulary.atom(modes[0].predicate, leaves));
  }

  logic::Term leaf(std::span<const Mode> modes, std::size_t place) {
    const Hole& hole = modes[0].places[place];
    const auto typed = [](const char* kind, const std::string& type) {
      return logic::Term::function(kind, {logic::Term::symbol(type)});
    };
    if (!hole.type.empty()) return typed("var", hole.type);
    std::set<Value> constants;
    for (const Mode& m : modes) constants.insert(m.places[place].constant);
    if (constants.size() == 1) return task_.vocabulary.term(hole.constant);
    return typed("const", type_of({constants.begin(), constants.end()}, "constant"));
  }

  // The name of a type with these constants, declared when it is first asked for.
  const std::string& type_of(const std::vector<Value>& constants, const std::string& name) {
    const auto [it, fresh] = types_.try_emplace(constants, name + std::to_string(types_.size()));
    if (!fresh) return it->second;
    for (const Value v : constants) {
      line(fmt::format("#constant({}, {}).", it->second,
                       logic::to_string(task_.vocabulary.term(v))));
    }
    return it->second;
  }

  // Calls visit(modes) with the modes of each declaration.
  template <class Visit>
  static void for_each_declaration(const std::vector<Mode>& modes, Visit&& visit) {
    for (auto first = modes.begin(); first != modes.end();) {
      const auto other = [&](const Mode& m) {
        return m.declaration != first->declaration || m.predicate != first->predicate;
      };
      const auto last = std::find_if(first, modes.end(), other);
      visit(std::span<const Mode>(first, last));
      first = last;
    }
  }

  // ILASP looks no further than 15 if nothing is said, so something always is: what no optimum
  // exceeds, unless the task has a limit of its own.
  Cost max_cost() const {
    if (task_.max_cost) return *task_.max_cost;
    Cost longest = task_.bias.cost(task_.bias.max_length);
    for (const GivenRule& g : task_.given) longest = std::max<Cost>(longest, g.length);
    Cost cost = 0;
    for (const Example& e : task_.examples) {
      cost += e.penalty.value_or(0) + longest * static_cast<Cost>(e.inclusions.size() + 1);
    }
    return std::min<Cost>(cost, 1 << 30);
  }

  // Constants of thresholds get types of their own, so that each mode keeps its constants.
  void bias() {
    const Bias& bias = task_.bias;
    line(fmt::format("% holdfast: max_length {}", bias.max_length));
    line(fmt::format("% holdfast: max_thresholds {}", bias.max_thresholds));
    if (!bias.costs_length()) {
      line(fmt::format("% holdfast: costs {} {}", bias.head_cost, bias.literal_cost));
    }
    for (const auto& [type, most] : bias.max_of_type) {
      line(fmt::format("% holdfast: max_variables {} {}", type, most));
    }
    line(fmt::format("#maxv({}).", bias.max_variables));
    line(fmt::format("#max_penalty({}).", max_cost()));
    for_each_declaration(bias.heads, [&](std::span<const Mode> m) {
      const std::string text = schema(m);
      line(fmt::format("#modeh({}{}).", text, options_of(m[0], true)));
    });
    for_each_declaration(bias.bodies, [&](std::span<const Mode> m) {
      const std::string text = schema(m);
      line(fmt::format("#modeb({}, {}{}).", m[0].recall, text, options_of(m[0], false)));
    });
    for (const ComparisonMode& m : bias.comparisons) {
      const std::string& type = type_of(m.constants, m.type + "_threshold");
      line(fmt::format("#modeb({}, var({}) {} const({})).", m.recall, m.type,
                       logic::to_string(m.comparator), type));
    }
    for (const PairMode& m : bias.pairs) {
      line(fmt::format("#modeb({}, var({}) {} var({})).", m.recall, m.left,
                       logic::to_string(m.comparator), m.right));
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
    task_.contexts.for_each_fact(index, [&](int predicate, std::span<const Value> arguments) {
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
      if (!e.positive || e.inclusions.size() + e.exclusions.size() == 0) {
        result.push_back(e);
        continue;
      }
      const FlatAtom& atom = e.inclusions.empty() ? e.exclusions[0] : e.inclusions[0];
      const std::string& shape = task_.vocabulary.shape(atom.predicate);
      const auto [it, fresh] =
          index.try_emplace({e.context, shape.substr(0, shape.find('('))}, result.size());
      if (fresh) {
        result.push_back(e);
        continue;
      }
      Example& joint = result[it->second];
      joint.inclusions = joined(joint.inclusions, e.inclusions);
      joint.exclusions = joined(joint.exclusions, e.exclusions);
      // One that is hard makes the whole hard.
      joint.penalty = joint.penalty && e.penalty
                          ? std::optional(std::max(*joint.penalty, *e.penalty))
                          : std::nullopt;
    }
    return result;
  }

  const Task& task_;
  const WriteOptions& options_;
  std::map<int, std::string> contexts_;
  std::map<std::vector<Value>, std::string> types_;
  std::string text_;
};

}  // namespace

std::string write_task(const Task& task, const WriteOptions& options) {
  return Writer(task, options).write();
}

}  // namespace holdfast::learn
