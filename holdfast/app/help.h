// How the program talks about itself: help in groups with wrapped lines, and the nearest word to
// one that it does not know.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace holdfast::app {

// Words in lines of at most 100 columns, the first of which begins at a column, as all others do.
std::string wrapped(const std::string& text, std::size_t column);

// Wraps descriptions so that a page fits 100 columns.
class WrappedHelp final : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* command) const override;
};

// Sorts the commands into groups, in the order in which a newcomer meets them.
void group_commands(CLI::App& app);

// The message for a call that cannot be read: as the parser has it, with the command or option that
// was probably meant.
std::string call_error(const CLI::App& app, const CLI::ParseError& error, int argc,
                       const char* const* argv);

}  // namespace holdfast::app
