#include "holdfast/tables/pomdp_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "holdfast/tables/names.h"
#include "holdfast/tables/pomdp_lexer.h"
#include "holdfast/tables/reward_rules.h"

namespace holdfast::tables {
namespace {

using Kind = PomdpToken::Kind;

// A range of numbers that a name, a number or * stands for.
struct Span {
  std::int32_t first = 0;
  std::int32_t last = 0;  // one beyond
  bool any = false;

  std::int32_t one() const { return any ? RewardRules::kAny : first; }
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const Limits& limits)
      : file_(file), limits_(limits), in_(text, file) {}

  Table run() {
    while (!in_.at(Kind::end)) statement();
    return finish();
  }

 private:
  static constexpr std::array<std::string_view, 9> kKeywords = {
      "discount", "values", "states", "actions", "observations", "start", "T", "O", "R"};

  bool at_keyword() const {
    return std::ranges::any_of(kKeywords, [&](std::string_view k) { return in_.at_word(k); });
  }

  void statement() {
    if (!at_keyword()) {
      in_.expected("one of discount, values, states, actions, observations, start, T, O, R");
    }
    const PomdpToken keyword = in_.next();
    if (keyword.text == "start") return start(keyword.at);
    colon();
    if (keyword.text == "discount") return discount();
    if (keyword.text == "values") return values();
    if (keyword.text == "states") return names("state", limits_.states, states_);
    if (keyword.text == "actions") return names("action", limits_.actions, actions_);
    if (keyword.text == "observations") {
      return names("observation", limits_.observations, observations_);
    }
    prepare(keyword.at);
    if (keyword.text == "T") return transition(keyword.at);
    if (keyword.text == "O") return sight(keyword.at);
    reward();
  }

  void colon() {
    if (!in_.at(Kind::colon)) in_.expected("':'");
    in_.next();
  }

  double number(const std::string& what) {
    if (!in_.at(Kind::number)) in_.expected(what);
    return in_.next().value;
  }

  void discount() {
    const Position at = in_.now().at;
    discount_ = number("the discount");
    if (!(*discount_ >= 0 && *discount_ < 1)) {
      in_.complain(at, fmt::format("the discount {} must be at least 0 and below 1: planning has "
                                   "no end otherwise; try 0.999",
                                   *discount_));
    }
  }

  void values() {
    if (in_.at_word("cost")) sign_ = -1;
    if (!in_.at_word("cost") && !in_.at_word("reward")) in_.expected("reward or cost");
    in_.next();
  }

  // A number, or names.
  void names(const char* what, std::int64_t most, Names& result) {
    const Position at = in_.now().at;
    if (!result.empty()) in_.complain(at, fmt::format("the {}s are said twice", what));
    std::vector<std::string> list;
    if (in_.at(Kind::number)) {
      const double count = in_.next().value;
      if (!(count >= 1 && count <= static_cast<double>(most)) || count != std::floor(count)) {
        in_.complain(
            at, fmt::format("{} {}s; expected a whole number from 1 to {}", count, what, most));
      }
      const char prefix[] = {what[0], '\0'};
      list = numbered(prefix, static_cast<std::int64_t>(count));
    } else {
      while (in_.at(Kind::word) && !at_keyword()) list.push_back(in_.next().text);
      if (list.empty()) in_.expected(fmt::format("how many {}s there are, or their names", what));
      if (static_cast<std::int64_t>(list.size()) > most) {
        in_.complain(at, fmt::format("{} {}s; at most {} are allowed", list.size(), what, most));
      }
    }
    result = Names(what, std::move(list));
    if (!result.twice().empty()) {
      in_.complain(at, fmt::format("the {} '{}' is named twice", what, result.twice()));
    }
  }

  // Tables have their size from here on.
  void prepare(Position at) {
    for (const auto& [names, what] : {std::pair{&states_, "states"},
                                      {&actions_, "actions"},
                                      {&observations_, "observations"}}) {
      if (names->empty()) {
        in_.complain(at,
                     fmt::format("the {} must be said before; add a line '{}: ...'", what, what));
      }
    }
    if (transitions_) return;
    const std::size_t rows = states_.size() * actions_.size();
    if (static_cast<std::int64_t>(rows) > limits_.rows) {
      in_.complain(at, fmt::format("{} states and {} actions are more than fit", states_.size(),
                                   actions_.size()));
    }
    transitions_.emplace(rows, states_.size(), limits_.entries, file_);
    sights_.emplace(rows, observations_.size(), limits_.entries, file_);
  }

  Span reference(const Names& names, const char* what) {
    const auto size = static_cast<std::int32_t>(names.size());
    if (in_.at(Kind::star)) {
      in_.next();
      return {0, size, true};
    }
    const PomdpToken token = in_.now();
    if (token.kind != Kind::word && token.kind != Kind::number) {
      in_.expected(fmt::format("the {}: its name, its number, or *", what));
    }
    in_.next();
    int found = names.find(token.text);
    const bool number = token.kind == Kind::number;
    if (found < 0 && number && token.value >= 0 && token.value < size &&
        token.value == std::floor(token.value)) {
      found = static_cast<int>(token.value);
    }
    if (found < 0) in_.complain(token.at, names.unknown(token.text));
    return {found, found + 1, false};
  }
  // The next one, if there is a colon.
  std::optional<Span> further(const Names& names, const char* what) {
    if (!in_.at(Kind::colon)) return std::nullopt;
    in_.next();
    return reference(names, what);
  }

  std::size_t row(std::int32_t action, std::int32_t state) const {
    return static_cast<std::size_t>(action) * states_.size() + static_cast<std::size_t>(state);
  }

  template <class F>
  void for_rows(const Span& actions, const Span& states, F&& f) const {
    for (std::int32_t a = actions.first; a < actions.last; ++a) {
      for (std::int32_t s = states.first; s < states.last; ++s) f(row(a, s), s);
    }
  }

  // As many numbers as a row has.
  std::vector<double> numbers(std::size_t count, const char* what) {
    std::vector<double> list;
    for (std::size_t i = 0; i < count; ++i) {
      list.push_back(number(fmt::format("number {} of {} of {}", i + 1, count, what)));
    }
    return list;
  }

  static void set_row(RowsInProgress& table, std::size_t r, const std::vector<double>& row,
                      Position at) {
    table.clear(r, at);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] != 0) table.set(r, i, row[i], at);
    }
  }

  // The numbers of one row, which all of `rows` get.
  void read_row(RowsInProgress& table, const Span& actions, const Span& states, std::size_t size,
                Position at) {
    std::vector<double> list;
    if (in_.at_word("uniform")) {
      in_.next();
      list.assign(size, 1 / static_cast<double>(size));
    } else if (in_.at_word("reset") && &table == &*transitions_) {
      in_.next();
      for_rows(actions, states, [&](std::size_t r, std::int32_t) { resets_.push_back({r, at}); });
      return;
    } else {
      list = numbers(size, "this row");
    }
    for_rows(actions, states, [&](std::size_t r, std::int32_t) { set_row(table, r, list, at); });
  }

  void read_matrix(RowsInProgress& table, const Span& actions, std::size_t size, Position at) {
    const auto states = static_cast<std::int32_t>(states_.size());
    if (in_.at_word("identity") && &table == &*transitions_) {
      in_.next();
      for_rows(actions, {0, states, true}, [&](std::size_t r, std::int32_t s) {
        table.clear(r, at);
        table.set(r, static_cast<std::size_t>(s), 1, at);
      });
      return;
    }
    if (in_.at_word("uniform")) return read_row(table, actions, {0, states, true}, size, at);
    for (std::int32_t s = 0; s < states; ++s) {
      const Position here = in_.now().at;
      const std::vector<double> list = numbers(size, "this row of the matrix");
      for_rows(actions, {s, s + 1, false},
               [&](std::size_t r, std::int32_t) { set_row(table, r, list, here); });
    }
  }

  // T and O: action, state, and what it leads to.
  void probabilities(RowsInProgress& table, const Names& values, const char* what, Position at) {
    const Span actions = reference(actions_, "action");
    const std::optional<Span> states = further(states_, "state");
    if (!states) return read_matrix(table, actions, values.size(), at);
    const std::optional<Span> value = further(values, what);
    if (!value) return read_row(table, actions, *states, values.size(), at);
    const Position here = in_.now().at;
    const double p = number("a probability");
    for_rows(actions, *states, [&](std::size_t r, std::int32_t) {
      for (std::int32_t v = value->first; v < value->last; ++v) {
        table.set(r, static_cast<std::size_t>(v), p, here);
      }
    });
  }
  void transition(Position at) { probabilities(*transitions_, states_, "next state", at); }
  void sight(Position at) { probabilities(*sights_, observations_, "observation", at); }

  void add_reward(const RewardRules::Case& where, double value, Position at) {
    if (static_cast<std::int64_t>(rewards_.size()) >= limits_.entries) {
      in_.complain(at, "more rewards than fit; say them with * where they are alike");
    }
    if (!(std::abs(value) <= 1e12)) in_.complain(at, "this reward is too large to plan with");
    rewards_.add(where, sign_ * value);
  }

  void reward() {
    const Position at = in_.now().at;
    const Span action = reference(actions_, "action");
    const std::optional<Span> state = further(states_, "state");
    if (!state) in_.expected("':' and the state");
    const std::optional<Span> next = further(states_, "next state");
    const std::optional<Span> seen =
        next ? further(observations_, "observation") : std::optional<Span>();
    if (seen) {
      const double value = number("a reward");
      return add_reward({action.one(), state->one(), next->one(), seen->one()}, value, at);
    }
    const Span all{0, static_cast<std::int32_t>(states_.size()), false};
    const Span rows =
        next ? Span{next->first, next->any ? next->first + 1 : next->last, next->any} : all;
    for (std::int32_t s = rows.first; s < rows.last; ++s) {
      for (std::size_t o = 0; o < observations_.size(); ++o) {
        const double value = number("a reward for each observation");
        add_reward({action.one(), state->one(), rows.any ? RewardRules::kAny : s,
                    static_cast<std::int32_t>(o)},
                   value, at);
      }
    }
  }

  // start: numbers, uniform, or a state; start include: / exclude: states.
  void start(Position at) {
    if (states_.empty())
      in_.complain(at, "the states must be said before; add a line 'states: ...'");
    start_.emplace(1, states_.size(), limits_.entries, file_);
    start_->clear(0, at);
    const bool include = in_.at_word("include"), exclude = in_.at_word("exclude");
    if (include || exclude) in_.next();
    colon();
    if (include || exclude) return start_among(include, at);
    if (in_.at_word("uniform")) {
      in_.next();
      return start_evenly(std::vector<bool>(states_.size(), true), at);
    }
    start_numbers(at);
  }

  void start_numbers(Position at) {
    if (in_.at(Kind::word) && !at_keyword()) {
      const Span state = reference(states_, "state");
      return start_->set(0, static_cast<std::size_t>(state.first), 1, at);
    }
    std::vector<double> list;
    list.push_back(number("probabilities, uniform, or a state"));
    while (in_.at(Kind::number) && list.size() < states_.size()) list.push_back(in_.next().value);
    const bool a_state = list.size() == 1 && states_.size() > 1 && list[0] >= 0 &&
                         list[0] < static_cast<double>(states_.size()) &&
                         list[0] == std::floor(list[0]);
    if (a_state) return start_->set(0, static_cast<std::size_t>(list[0]), 1, at);
    if (list.size() != states_.size()) {
      in_.complain(at, fmt::format("{} probabilities for {} states", list.size(), states_.size()));
    }
    set_row(*start_, 0, list, at);
  }

  void start_among(bool include, Position at) {
    std::vector<bool> chosen(states_.size(), !include);
    while ((in_.at(Kind::word) && !at_keyword()) || in_.at(Kind::number)) {
      chosen[static_cast<std::size_t>(reference(states_, "state").first)] = include;
    }
    start_evenly(chosen, at);
  }

  void start_evenly(const std::vector<bool>& chosen, Position at) {
    const auto count = std::ranges::count(chosen, true);
    if (count == 0) in_.complain(at, "there is no state to start in");
    for (std::size_t s = 0; s < chosen.size(); ++s) {
      if (chosen[s]) start_->set(0, s, 1 / static_cast<double>(count), at);
    }
  }

  std::string row_name(const char* table, std::size_t r) const {
    return fmt::format("{}: {} : {}", table, actions_[r / states_.size()],
                       states_[r % states_.size()]);
  }

  Table finish() {
    prepare(in_.now().at);
    if (!discount_) in_.expected("a line 'discount: ...'");
    if (!start_) {
      start_.emplace(1, states_.size(), limits_.entries, file_);
      start_evenly(std::vector<bool>(states_.size(), true), in_.now().at);
    }
    Table table;
    table.discount = *discount_;
    table.states = states_.all();
    table.actions = actions_.all();
    table.observations = observations_.all();
    table.start = start_->finish([](std::size_t) { return std::string("start"); });
    for (const auto& [r, at] : resets_) {
      transitions_->clear(r, at);
      for (const auto& e : table.start.row(0)) transitions_->set(r, e.value, e.probability, at);
    }
    table.transitions = transitions_->finish([&](std::size_t r) { return row_name("T", r); });
    table.sights = sights_->finish([&](std::size_t r) { return row_name("O", r); });
    work_out_rewards(table);
    complete(table);
    return table;
  }

  void work_out_rewards(Table& table) const {
    for (std::size_t r = 0; r < table.transitions.rows(); ++r) {
      const auto a = static_cast<std::int32_t>(r / states_.size());
      const auto s = static_cast<std::int32_t>(r % states_.size());
      for (const Distributions::Entry& e : table.transitions.row(r)) {
        table.rewards.push_back(
            rewards_.mean({a, s, static_cast<std::int32_t>(e.value), RewardRules::kAny},
                          table.sights.row(table.row(a, e.value))));
      }
    }
  }

  std::string file_;
  Limits limits_;
  PomdpLexer in_;
  std::optional<double> discount_;
  double sign_ = 1;
  Names states_, actions_, observations_;
  std::optional<RowsInProgress> start_, transitions_, sights_;
  struct Reset {
    std::size_t row;
    Position at;
  };
  std::vector<Reset> resets_;
  RewardRules rewards_;
};

}  // namespace

Table parse_pomdp(std::string_view text, const std::string& file, const Limits& limits) {
  return Reader(text, file, limits).run();
}

}  // namespace holdfast::tables
