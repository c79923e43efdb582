#include "holdfast/logic/clingo_control.h"

#include "holdfast/base/error.h"

namespace holdfast::logic::clingo {
namespace {

constexpr unsigned kAsynchronous = 1;
constexpr unsigned kYield = 2;
constexpr unsigned kExhausted = 4;

struct CloseHandle {
  void operator()(clingo_solve_handle* handle) const { clingo_solve_handle_close(handle); }
};
using Handle = std::unique_ptr<clingo_solve_handle, CloseHandle>;

// Waits for the next model; false if the time is up.
bool wait(clingo_solve_handle* handle, const TimeLimit& limit) {
  if (!limit.exists()) return true;
  bool ready = false;
  clingo_solve_handle_wait(handle, limit.left(), &ready);
  return ready;
}

}  // namespace

void check(bool success) {
  if (success) return;
  const char* message = clingo_error_message();
  throw Error(std::string("clingo: ") + (message != nullptr ? message : "it failed"));
}

Control new_control(const std::vector<std::string>& arguments, clingo_logger logger, void* log) {
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  clingo_control* control = nullptr;
  check(clingo_control_new(pointers.data(), pointers.size(), logger, log, 100, &control));
  return Control(control);
}

bool for_each_model(clingo_control* control, double seconds,
                    const std::function<void(const clingo_model*)>& visit) {
  const TimeLimit limit(seconds);
  clingo_solve_handle* raw = nullptr;
  const unsigned mode = limit.exists() ? kYield | kAsynchronous : kYield;
  check(clingo_control_solve(control, mode, nullptr, 0, nullptr, nullptr, &raw));
  const Handle handle(raw);
  for (;;) {
    check(clingo_solve_handle_resume(raw));
    if (!wait(raw, limit)) {
      check(clingo_solve_handle_cancel(raw));
      return false;
    }
    const clingo_model* model = nullptr;
    check(clingo_solve_handle_model(raw, &model));
    if (model == nullptr) break;
    visit(model);
  }
  unsigned result = 0;
  check(clingo_solve_handle_get(raw, &result));
  return (result & kExhausted) != 0;
}

}  // namespace holdfast::logic::clingo
