#include "holdfast/app/open_page.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace holdfast::app {

void open_page(const std::string& address) {
  const pid_t child = ::fork();
  if (child == 0) {
    // What it prints is not ours to show.
    const int nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(nothing, STDERR_FILENO);
    ::execlp("xdg-open", "xdg-open", address.c_str(), nullptr);
    ::_exit(127);
  }
  // xdg-open hands the address over and ends.
  int status = 0;
  const bool opened = child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                      WEXITSTATUS(status) == 0;
  if (!opened) fmt::print(stderr, "no browser could be opened; the page is {}\n", address);
}

}  // namespace holdfast::app
