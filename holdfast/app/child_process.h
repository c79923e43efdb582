// For tests of the program itself.
#pragma once

#include <string>
#include <vector>

#include "holdfast/base/child_process.h"

namespace holdfast::app {

inline ChildProcess::Result run(const std::vector<std::string>& command) {
  return ChildProcess(command).wait();
}

}  // namespace holdfast::app
