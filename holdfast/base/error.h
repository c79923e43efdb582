// Errors say what is wrong, where, and what to do. Libraries throw them; only `main` turns them
// into exit codes: 2 for InputError (a mistake in the call or an input file), 1 for anything else.
#pragma once

#include <stdexcept>
#include <string>

namespace holdfast {

// A place in an input file; line and column count from 1, and 0 means that it is not known.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

// "theory.lp:3:14", as compilers print it, so that editors jump to it.
std::string to_string(const Place& place);

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class InputError : public Error {
 public:
  explicit InputError(const std::string& what) : Error(what) {}
  InputError(const Place& place, const std::string& what);
};

}  // namespace holdfast
