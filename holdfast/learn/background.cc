#include "holdfast/learn/background.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>

#include "holdfast/base/error.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/logic/clingo.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using logic::Atom;
using logic::Rule;
using logic::Term;

bool is_ground(const Term& t) {
  return t.kind != Term::Kind::variable && t.kind != Term::Kind::operation &&
         std::ranges::all_of(t.arguments, is_ground);
}

bool is_plain_fact(const Rule& rule) {
  return rule.body.empty() && rule.atom() && std::ranges::all_of(rule.atom()->arguments, is_ground);
}

std::string text_of(const Program& program) {
  std::string text;
  for (const Rule& rule : program) text += logic::to_string(rule) + '\n';
  return text;
}

// Of background and one context. Without a limit, a background that never ends fills the memory.
constexpr std::int64_t kMostGroundRules = 1'000'000;

std::vector<Atom> closure(const std::string& background, const Program& context,
                          const std::string& file, double seconds) {
  const logic::Solution solution =
      logic::solve(background + text_of(context), {.models = 2,
                                                   .time_limit = seconds,
                                                   .ground_limit = seconds,
                                                   .most_rules = kMostGroundRules,
                                                   .file = file});
  if (!solution.complete && solution.answer_sets.size() < 2) {
    throw InputError(Place{file, 0, 0}, "background and a context were not solved in time");
  }
  if (solution.answer_sets.size() != 1) {
    throw InputError(Place{file, context.empty() ? 0 : context[0].position.line, 0},
                     solution.answer_sets.empty()
                         ? "background and this context have no answer set"
                         : "background and this context have several answer sets; this learner "
                           "needs one");
  }
  return solution.answer_sets[0].atoms;
}

void add_context(Task& task, const std::vector<FlatAtom>& facts) {
  task.contexts.add();
  for (const FlatAtom& fact : facts) task.contexts.add_fact(fact);
}

std::vector<FlatAtom> flatten(Task& task, const Program& facts) {
  std::vector<FlatAtom> result;
  for (const Rule& fact : facts) result.push_back(task.vocabulary.flatten(*fact.atom()));
  return result;
}

}  // namespace

void close_contexts(Task& task, const Program& background, const std::vector<Program>& contexts,
                    const std::string& file, int threads, double seconds) {
  const bool plain = std::ranges::all_of(background, is_plain_fact) &&
                     std::ranges::all_of(contexts, [](const Program& c) {
                       return std::ranges::all_of(c, is_plain_fact);
                     });
  if (plain) {
    const std::vector<FlatAtom> common = flatten(task, background);
    for (const Program& context : contexts) {
      add_context(task, flatten(task, context));
      for (const FlatAtom& fact : common) task.contexts.add_fact(fact);
    }
    return;
  }
  const std::string common = text_of(background);
  std::vector<std::vector<Atom>> closed(contexts.size());
  std::atomic<std::size_t> next{0};
  WorkerPool(std::max(1, threads)).run([&](int) {
    for (std::size_t i = next++; i < contexts.size(); i = next++) {
      closed[i] = closure(common, contexts[i], file, seconds);
    }
  });
  for (const std::vector<Atom>& facts : closed) {
    std::vector<FlatAtom> flat;
    for (const Atom& atom : facts) flat.push_back(task.vocabulary.flatten(atom));
    add_context(task, flat);
  }
}

}  // namespace holdfast::learn
