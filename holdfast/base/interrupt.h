// Signals that end the program: SIGINT (Ctrl-C), SIGTERM and SIGHUP, all alike. Where somebody
// listens, the first one only asks for an end in order; a second one, or the first where nobody
// listens, ends the program at once and leaves no temporary files.
#pragma once

#include "holdfast/base/error.h"

namespace holdfast {

// For `main`, once, before there are threads. Signals that are ignored (nohup) stay so. Writing to
// a closed pipe, or beyond a limit on the size of files, becomes an error of that write.
void handle_signals();

// While one lives, the first signal sets interrupted().
class Listening {
 public:
  Listening();
  ~Listening();
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
};

bool interrupted() noexcept;

// While one lives, SIGINT asks for an end in order. The handler of the program around this library
// (an interpreter has its own) is called as well, and alone again afterwards.
// Several threads may have one.
class CtrlC {
 public:
  CtrlC();
  ~CtrlC();
  CtrlC(const CtrlC&) = delete;
  CtrlC& operator=(const CtrlC&) = delete;

 private:
  Listening listening_;
};

// Thrown out of work that is given up because of a signal.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

}  // namespace holdfast
