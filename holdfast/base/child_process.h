// Another program that is run: waited for, or killed.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

class ChildProcess {
 public:
  struct Result {
    // 128 + signal if a signal ended it; 127 if it could not be started.
    int exit_code = 0;
    std::string output;
    std::string errors;
  };

  // The first word is its name, looked for in PATH. It reads the input, if there is any; else what
  // this program reads.
  explicit ChildProcess(const std::vector<std::string>& command,
                        const std::optional<std::string>& input = std::nullopt);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void signal(int number) const { ::kill(pid_, number); }
  // kill -9, and waits until it is gone.
  void kill();
  Result wait();
  // Nothing if it has not ended by then.
  std::optional<Result> wait_for(std::chrono::milliseconds time);
  // What it has printed so far.
  std::string output() const;

 private:
  Result ended(int status);

  pid_t pid_ = -1;
  // Files without a name that take its standard output and errors, and have its input.
  int output_ = -1;
  int errors_ = -1;
  int input_ = -1;
};

}  // namespace holdfast
