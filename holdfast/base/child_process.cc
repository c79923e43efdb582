#include "holdfast/base/child_process.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "holdfast/base/files.h"

namespace holdfast {
namespace {

std::string content(int file) {
  std::string text(static_cast<std::size_t>(::lseek(file, 0, SEEK_END)), '\0');
  const ssize_t got = ::pread(file, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

int exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command,
                           const std::optional<std::string>& input)
    : output_(::memfd_create("output", MFD_CLOEXEC)),
      errors_(::memfd_create("errors", MFD_CLOEXEC)) {
  if (input) {
    input_ = ::memfd_create("input", MFD_CLOEXEC);
    write_all(input_, *input, "the input of " + command.front());
    ::lseek(input_, 0, SEEK_SET);
  }
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ != 0) return;
  // A test that runs in the background of a shell ignores some signals; its child should not.
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(number, SIG_DFL);
  if (input_ >= 0) ::dup2(input_, STDIN_FILENO);
  ::dup2(output_, STDOUT_FILENO);
  ::dup2(errors_, STDERR_FILENO);
  ::execvp(words[0], words.data());
  ::_exit(127);
}

ChildProcess::~ChildProcess() {
  kill();
  ::close(output_);
  ::close(errors_);
  if (input_ >= 0) ::close(input_);
}

void ChildProcess::kill() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

std::string ChildProcess::output() const { return content(output_); }

ChildProcess::Result ChildProcess::ended(int status) {
  pid_ = -1;
  return {exit_code(status), content(output_), content(errors_)};
}

ChildProcess::Result ChildProcess::wait() {
  int status = 0;
  ::waitpid(pid_, &status, 0);
  return ended(status);
}

std::optional<ChildProcess::Result> ChildProcess::wait_for(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  int status = 0;
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() >= end) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return ended(status);
}

}  // namespace holdfast
