#include "holdfast/logic/clingo.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"
#include "holdfast/logic/clingo_control.h"

namespace holdfast::logic {

using clingo::check;
using clingo::Control;
using clingo::for_each_model;
using clingo::new_control;

namespace {

constexpr unsigned kShown = 2;
// What clingo calls a program that was not read from a file.
constexpr std::string_view kBlockMark = "<block>";

enum SymbolType { kInfimum = 0, kNumber = 1, kString = 4, kSupremum = 7 };

// Everything clingo logs: errors, and notes such as atoms that no rule derives.
struct Log {
  std::vector<std::string> messages;
  static void add(int, const char* message, void* log) {
    static_cast<Log*>(log)->messages.emplace_back(message);
  }
};

// The integer at `at`, which moves past it; 0 if there is none.
int take_integer(const std::string& text, std::size_t& at) {
  int value = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9')
    value = value * 10 + text[at++] - '0';
  return value;
}

// Turns "<block>:2:5-9: error: text" into an InputError at that place.
[[noreturn]] void fail(const Log& log, const std::string& file) {
  for (const std::string& message : log.messages) {
    const std::size_t error = message.find(": error: ");
    if (error == std::string::npos) continue;
    Place place{file, 0, 0};
    if (message.starts_with(kBlockMark)) {
      std::size_t at = kBlockMark.size() + 1;
      place.line = take_integer(message, at);
      ++at;
      place.column = take_integer(message, at);
    }
    std::string text = message.substr(error + 9);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    throw InputError(place, "clingo: " + text);
  }
  const char* last = clingo_error_message();
  throw Error(file + ": clingo: " + (last != nullptr ? last : "it failed without a message"));
}

Control make_control(const SolveOptions& options, Log& log) {
  std::vector<std::string> arguments = options.arguments;
  arguments.push_back("--models=" + std::to_string(options.optimise ? 0 : options.models));
  // Without `optimise` weak constraints only give the cost.
  arguments.push_back(options.optimise ? "--opt-mode=opt" : "--opt-mode=ignore");
  return new_control(arguments, &Log::add, &log);
}

Term to_term(clingo_symbol_t symbol);

std::vector<Term> arguments_of(clingo_symbol_t symbol) {
  const clingo_symbol_t* arguments = nullptr;
  std::size_t size = 0;
  check(clingo_symbol_arguments(symbol, &arguments, &size));
  std::vector<Term> terms;
  terms.reserve(size);
  for (std::size_t i = 0; i < size; ++i) terms.push_back(to_term(arguments[i]));
  return terms;
}

std::string name_of(clingo_symbol_t symbol) {
  const char* name = nullptr;
  check(clingo_symbol_name(symbol, &name));
  return name;
}

Term to_term(clingo_symbol_t symbol) {
  const int type = clingo_symbol_type(symbol);
  if (type == kNumber) {
    int value = 0;
    check(clingo_symbol_number(symbol, &value));
    return Term::integer(value);
  }
  if (type == kString) {
    const char* text = nullptr;
    check(clingo_symbol_string(symbol, &text));
    return {Term::Kind::string, 0, text, {}, {}};
  }
  // What the least or greatest of nothing is.
  if (type == kInfimum) return Term::symbol("#inf");
  if (type == kSupremum) return Term::symbol("#sup");
  std::string name = name_of(symbol);
  std::vector<Term> arguments = arguments_of(symbol);
  if (arguments.empty() && !name.empty()) return Term::symbol(std::move(name));
  return Term::function(std::move(name), std::move(arguments));
}

AnswerSet to_answer_set(const clingo_model* model) {
  std::size_t size = 0;
  check(clingo_model_symbols_size(model, kShown, &size));
  std::vector<clingo_symbol_t> symbols(size);
  check(clingo_model_symbols(model, kShown, symbols.data(), size));
  AnswerSet result;
  result.atoms.reserve(size);
  for (const clingo_symbol_t symbol : symbols) {
    result.atoms.push_back({name_of(symbol), arguments_of(symbol), {}});
  }
  check(clingo_model_cost_size(model, &size));
  result.cost.resize(size);
  check(clingo_model_cost(model, result.cost.data(), size));
  return result;
}

// Ends grounding that passes its limits. Clingo asks it at every ground rule.
class GroundLimit {
 public:
  explicit GroundLimit(const SolveOptions& options)
      : options_(options), time_(options.ground_limit) {}

  void watch(clingo_control* control) {
    clingo_observer observer{};
    observer.rule = [](bool, const std::uint32_t*, std::size_t, const std::int32_t*, std::size_t,
                       void* limit) { return static_cast<GroundLimit*>(limit)->next_rule(); };
    check(clingo_control_register_observer(control, &observer, false, this));
  }

  void check_passed() const {
    if (!passed_) return;
    throw InputError(
        Place{options_.file, 0, 0},
        too_many()
            ? fmt::format("makes over {} ground rules; does it ever end?", options_.most_rules)
            : fmt::format("was not grounded within {} seconds; does it ever end?",
                          options_.ground_limit));
  }

 private:
  bool too_many() const { return options_.most_rules > 0 && rules_ > options_.most_rules; }
  bool late() const { return time_.exists() && rules_ % 1024 == 0 && time_.left() <= 0; }

  bool next_rule() {
    ++rules_;
    passed_ = too_many() || late();
    return !passed_;
  }

  const SolveOptions& options_;
  clingo::TimeLimit time_;
  std::int64_t rules_ = 0;
  bool passed_ = false;
};

Solution search(clingo_control* control, const SolveOptions& options) {
  Solution solution;
  solution.complete = for_each_model(control, options.time_limit, [&](const clingo_model* model) {
    if (options.optimise) solution.answer_sets.clear();
    solution.answer_sets.push_back(to_answer_set(model));
  });
  return solution;
}

}  // namespace

Solution solve(const std::string& program, const SolveOptions& options) {
  Log log;
  const Control control = make_control(options, log);
  if (!clingo_control_add(control.get(), "base", nullptr, 0, program.c_str())) {
    fail(log, options.file);
  }
  const clingo_part base{"base", nullptr, 0};
  GroundLimit limit(options);
  limit.watch(control.get());
  if (!clingo_control_ground(control.get(), &base, 1, nullptr, nullptr)) {
    limit.check_passed();
    fail(log, options.file);
  }
  return search(control.get(), options);
}

}  // namespace holdfast::logic
