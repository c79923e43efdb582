#include "holdfast/tables/pomdpx_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

#include "holdfast/tables/factor.h"

namespace holdfast::tables {
namespace {

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const Limits& limits)
      : file_(file), limits_(limits), root_(parse_xml(text, file)) {}

  Table run() {
    if (root_.name != "pomdpx") {
      fail(root_.at, fmt::format("expected <pomdpx>, found <{}>", root_.name.substr(0, 40)));
    }
    table_.discount = discount();
    read_variables();
    name_all();
    work_out_start();
    work_out_transitions();
    work_out_sights();
    work_out_rewards();
    complete(table_);
    return std::move(table_);
  }

 private:
  [[noreturn]] void fail(Position at, const std::string& what) const {
    throw InputError(Place{file_, at.line, at.column}, what);
  }

  double discount() const {
    const XmlElement& element = required(root_, "Discount", file_);
    const std::vector<std::string> words = words_of(element.text);
    double value = -1;
    if (words.size() == 1) {
      const std::string& word = words.front();
      const auto [rest, code] = std::from_chars(word.data(), word.data() + word.size(), value);
      if (code != std::errc{} || rest != word.data() + word.size()) value = -1;
    }
    if (!(value >= 0 && value < 1)) {
      fail(element.text_at, "expected a discount that is at least 0 and below 1");
    }
    return value;
  }

  // The values of a variable, by name or by number.
  Names values_of(const XmlElement& element) const {
    std::vector<std::string> names;
    if (const XmlElement* listed = element.child("ValueEnum")) {
      names = words_of(listed->text);
    } else {
      const XmlElement& count = required(element, "NumValues", file_);
      const std::string text = count.text.substr(0, count.text.find_last_not_of(" \t\r\n") + 1);
      int n = 0;
      const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), n);
      if (code != std::errc{} || rest != text.data() + text.size() || n < 1 || n > limits_.states) {
        fail(count.at, fmt::format("expected a whole number from 1 to {}", limits_.states));
      }
      names = numbered(element.name == "ActionVar" ? "a" : element.name == "ObsVar" ? "o" : "s", n);
    }
    Names values("value", std::move(names));
    if (values.empty()) fail(element.at, "expected at least one value");
    if (!values.twice().empty()) {
      fail(element.at, fmt::format("the value '{}' is named twice", values.twice()));
    }
    return values;
  }

  const std::string& attribute(const XmlElement& element, const char* name) const {
    const auto found = element.attributes.find(name);
    if (found != element.attributes.end()) return found->second;
    fail(element.at, fmt::format("expected {}=\"...\" in <{}>", name, element.name));
  }

  int add_variable(const std::string& name, const Names& values) {
    variables_.push_back({name, values});
    return static_cast<int>(variables_.size()) - 1;
  }

  // State variables before and after the step, actions, and what is observed.
  void read_variables() {
    const XmlElement& list = required(root_, "Variable", file_);
    for (const XmlElement& element : list.children) {
      if (element.name == "RewardVar") continue;
      const Names values = values_of(element);
      if (element.name == "StateVar") {
        before_.push_back(add_variable(attribute(element, "vnamePrev"), values));
        after_.push_back(add_variable(attribute(element, "vnameCurr"), values));
        const auto seen = element.attributes.find("fullyObs");
        if (seen != element.attributes.end() && seen->second == "true") {
          seen_.push_back(after_.back());
        }
      } else if (element.name == "ObsVar") {
        seen_.push_back(add_variable(attribute(element, "vname"), values));
      } else if (element.name == "ActionVar") {
        actions_.push_back(add_variable(attribute(element, "vname"), values));
      } else {
        fail(element.at, fmt::format("<{}> is no kind of variable", element.name.substr(0, 40)));
      }
    }
    if (before_.empty()) fail(list.at, "expected a <StateVar> at least");
    if (actions_.empty()) fail(list.at, "expected an <ActionVar>");
    values_.assign(variables_.size(), 0);
  }

  std::int64_t combinations(const std::vector<int>& variables) const {
    double count = 1;
    for (const int v : variables) count *= static_cast<double>(names(v).size());
    return count > 1e15 ? std::int64_t{1} << 50 : static_cast<std::int64_t>(count);
  }
  const Names& names(int v) const { return variables_[static_cast<std::size_t>(v)].values; }

  // "s0,good,bad" for each combination; the last variable varies fastest.
  std::vector<std::string> combined(const std::vector<int>& variables, std::int64_t most,
                                    const char* what) const {
    const std::int64_t count = combinations(variables);
    if (count > most) {
      fail(root_.at, fmt::format("{} {}s; at most {} are allowed", count, what, most));
    }
    std::vector<std::string> result;
    for (std::int64_t i = 0; i < count; ++i) {
      std::string name;
      std::int64_t rest = i;
      for (auto v = variables.rbegin(); v != variables.rend(); ++v) {
        const auto size = static_cast<std::int64_t>(names(*v).size());
        if (!name.empty()) name.insert(0, ",");
        name.insert(0, names(*v)[static_cast<std::size_t>(rest % size)]);
        rest /= size;
      }
      result.push_back(name);
    }
    return result;
  }

  void name_all() {
    table_.states = combined(before_, limits_.states, "state");
    table_.actions = combined(actions_, limits_.actions, "action");
    table_.observations = seen_.empty() ? std::vector<std::string>{"nothing"}
                                        : combined(seen_, limits_.observations, "observation");
    rows_ = table_.states.size() * table_.actions.size();
    if (static_cast<std::int64_t>(rows_) > limits_.rows) {
      fail(root_.at, fmt::format("{} states and {} actions are more than fit", table_.states.size(),
                                 table_.actions.size()));
    }
  }

  void assign(const std::vector<int>& variables, std::size_t number) {
    for (auto v = variables.rbegin(); v != variables.rend(); ++v) {
      const std::size_t size = names(*v).size();
      values_[static_cast<std::size_t>(*v)] = static_cast<int>(number % size);
      number /= size;
    }
  }
  std::size_t number_of(const std::vector<int>& variables) const {
    std::size_t result = 0;
    for (const int v : variables) {
      result =
          result * names(v).size() + static_cast<std::size_t>(values_[static_cast<std::size_t>(v)]);
    }
    return result;
  }

  // The conditional probabilities of these variables, so that what one depends on comes before it.
  std::vector<Factor> factors(const char* function, const std::vector<int>& wanted) const {
    const XmlElement& element = required(root_, function, file_);
    std::vector<Factor> all, ordered;
    for (const XmlElement& c : element.children) all.emplace_back(c, variables_, true, file_);
    std::vector<bool> done(variables_.size(), true);
    for (const int v : wanted) done[static_cast<std::size_t>(v)] = false;
    for (std::size_t left = wanted.size(); left > 0; --left) {
      const auto ready = std::ranges::find_if(all, [&](const Factor& f) {
        const auto& scope = f.scope();
        return !done[static_cast<std::size_t>(scope.back())] &&
               std::all_of(scope.begin(), scope.end() - 1,
                           [&](int v) { return bool{done[static_cast<std::size_t>(v)]}; });
      });
      if (ready == all.end()) {
        const auto missing =
            std::ranges::find_if(wanted, [&](int v) { return !done[static_cast<std::size_t>(v)]; });
        fail(element.at,
             fmt::format("expected a <CondProb> of '{}' in <{}>, which does not depend on itself",
                         variables_[static_cast<std::size_t>(*missing)].name, function));
      }
      done[static_cast<std::size_t>(ready->scope().back())] = true;
      ordered.push_back(*ready);
    }
    return ordered;
  }

  // Calls f(probability) for every value of the factors' variables that is possible.
  template <class F>
  void for_each_value(const std::vector<Factor>& factors, std::size_t next, double p, F&& f) {
    if (next == factors.size()) return f(p);
    const auto own = static_cast<std::size_t>(factors[next].scope().back());
    for (int v = 0; v < static_cast<int>(variables_[own].values.size()); ++v) {
      values_[own] = v;
      const double q = factors[next](values_);
      check_probability(q, Place{file_, factors[next].at().line, factors[next].at().column});
      if (q > 0) for_each_value(factors, next + 1, p * q, f);
    }
  }

  std::string row_name(const char* what, std::size_t r) const {
    const std::size_t states = table_.states.size();
    return fmt::format("{} of action {} in state {}", what, table_.actions[r / states],
                       table_.states[r % states]);
  }

  void work_out_start() {
    const std::vector<Factor> start = factors("InitialStateBelief", before_);
    RowsInProgress rows(1, table_.states.size(), limits_.entries, file_);
    for_each_value(start, 0, 1,
                   [&](double p) { rows.set(0, number_of(before_), p, start.front().at()); });
    table_.start = rows.finish([](std::size_t) { return std::string("the initial belief"); });
  }

  // One row for each action and combination of `given`.
  template <class Fill>
  void for_rows(const std::vector<int>& given, Fill&& fill) {
    for (std::size_t r = 0; r < rows_; ++r) {
      assign(actions_, r / table_.states.size());
      assign(given, r % table_.states.size());
      fill(r);
    }
  }

  void work_out_transitions() {
    const std::vector<Factor> steps = factors("StateTransitionFunction", after_);
    RowsInProgress rows(rows_, table_.states.size(), limits_.entries, file_);
    for_rows(before_, [&](std::size_t r) {
      for_each_value(steps, 0, 1,
                     [&](double p) { rows.set(r, number_of(after_), p, steps.front().at()); });
    });
    table_.transitions = rows.finish([&](std::size_t r) { return row_name("the effects", r); });
  }

  void work_out_sights() {
    std::vector<int> hidden;
    std::ranges::copy_if(seen_, std::back_inserter(hidden),
                         [&](int v) { return std::ranges::find(after_, v) == after_.end(); });
    const std::vector<Factor> sights =
        hidden.empty() ? std::vector<Factor>{} : factors("ObsFunction", hidden);
    const Position at = sights.empty() ? root_.at : sights.front().at();
    RowsInProgress rows(rows_, table_.observations.size(), limits_.entries, file_);
    for_rows(after_, [&](std::size_t r) {
      for_each_value(sights, 0, 1, [&](double p) { rows.set(r, number_of(seen_), p, at); });
    });
    table_.sights = rows.finish([&](std::size_t r) { return row_name("the observations", r); });
  }

  // Functions add up.
  void work_out_rewards() {
    std::vector<Factor> functions;
    for (const XmlElement& f : required(root_, "RewardFunction", file_).children) {
      functions.emplace_back(f, variables_, false, file_);
    }
    for_rows(before_, [&](std::size_t r) {
      for (const Distributions::Entry& e : table_.transitions.row(r)) {
        assign(after_, e.value);
        double sum = 0;
        for (const Factor& f : functions) sum += f(values_);
        table_.rewards.push_back(sum);
      }
    });
  }

  std::string file_;
  Limits limits_;
  XmlElement root_;
  Table table_;
  std::vector<Variable> variables_;
  // By their number among the variables.
  std::vector<int> before_, after_, actions_, seen_;
  // Of all variables, where a function is asked.
  std::vector<int> values_;
  std::size_t rows_ = 0;
};

}  // namespace

Table parse_pomdpx(std::string_view text, const std::string& file, const Limits& limits) {
  return Reader(text, file, limits).run();
}

}  // namespace holdfast::tables
