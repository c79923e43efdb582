// The command line as a library call.
#pragma once

namespace holdfast::app {

// What `main` does: reads the call, runs one command, and turns errors into exit codes (0 done, 1 a
// failure at run time, 2 a mistake in the call or an input file). It owns the process: it handles
// signals and what ends without being caught, and is called once.
int run(int argc, char** argv);

}  // namespace holdfast::app
