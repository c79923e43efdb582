// For tests of the program itself: runs it, waits for it, or kills it.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace holdfast::app {

class ChildProcess {
 public:
  struct Result {
    // 128 + signal if a signal ended it; 127 if it could not be started.
    int exit_code = 0;
    std::string output;
    std::string errors;
  };

  explicit ChildProcess(const std::vector<std::string>& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void signal(int number) const { ::kill(pid_, number); }
  // kill -9, and waits until it is gone.
  void kill();
  Result wait();
  // What it has printed so far.
  std::string output() const;

 private:
  pid_t pid_ = -1;
  // Files without a name that take its standard output and errors.
  int output_ = -1;
  int errors_ = -1;
};

inline ChildProcess::Result run(const std::vector<std::string>& command) {
  return ChildProcess(command).wait();
}

}  // namespace holdfast::app
