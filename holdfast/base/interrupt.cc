#include "holdfast/base/interrupt.h"

#include <signal.h>

#include <atomic>
#include <mutex>

#include "holdfast/base/files.h"

namespace holdfast {
namespace {

// Signal handlers may touch nothing else.
std::atomic<int> listeners{0};
std::atomic<bool> asked{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int number) {
  if (listeners > 0 && !asked.exchange(true)) return;
  remove_temporary_files();
  ::signal(number, SIG_DFL);
  ::raise(number);
}

}  // namespace

void handle_signals() {
  struct sigaction action {};
  action.sa_handler = &on_signal;
  action.sa_flags = SA_RESTART;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    ::sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(number, &action, nullptr);
  }
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

Listening::Listening() { ++listeners; }

Listening::~Listening() {
  if (--listeners == 0) asked = false;
}

bool interrupted() noexcept { return asked; }

namespace {

// Of CtrlC: the first one takes the signal, the last one gives it back.
std::mutex taking;
int takers = 0;
struct sigaction given_up {};

extern "C" void on_ctrl_c(int number) {
  asked = true;
  const auto before = given_up.sa_handler;
  if (before != SIG_DFL && before != SIG_IGN) before(number);
}

}  // namespace

CtrlC::CtrlC() {
  const std::lock_guard lock(taking);
  if (takers++ > 0) return;
  struct sigaction action {};
  action.sa_handler = &on_ctrl_c;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, &given_up);
}

CtrlC::~CtrlC() {
  const std::lock_guard lock(taking);
  if (--takers == 0) ::sigaction(SIGINT, &given_up, nullptr);
}

}  // namespace holdfast
