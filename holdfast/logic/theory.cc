#include "holdfast/logic/theory.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"

namespace holdfast::logic {
namespace {

constexpr std::string_view kCoverage = "coverage:";

class TheoryReader {
 public:
  TheoryReader(std::string_view text, const std::string& file) : parser_(text, file) {
    theory_.file = file;
  }

  Theory run() {
    read_header();
    while (!parser_.at_end()) {
      if (parser_.next_is("#const")) {
        read_constant();
      } else if (parser_.peek().kind == Token::Kind::directive) {
        parser_.fail(
            parser_.peek().position,
            parser_.peek().text + " is not supported in a theory; expected a rule or #const");
      } else {
        read_rule();
      }
    }
    take_comments(parser_.comments().size(), theory_.footer);
    return std::move(theory_);
  }

 private:
  // The comments above the first statement, down to the last one that a blank line sets off.
  void read_header() {
    const int first_line = parser_.at_end() ? 0 : parser_.peek().position.line;
    std::size_t end = 0;
    for (std::size_t i = 0; i < parser_.comments().size(); ++i) {
      const Comment& comment = parser_.comments()[i];
      if (first_line != 0 && comment.position.line >= first_line) break;
      if (comment.blank_line_after) end = i + 1;
    }
    take_comments(end, theory_.header);
  }

  void read_rule() {
    Rule rule = parser_.rule();
    std::size_t end = comment_;
    while (end < parser_.comments().size() &&
           parser_.comments()[end].position.line <= parser_.last().line) {
      ++end;
    }
    take_comments(end, rule.comments);
    theory_.rules.push_back(std::move(rule));
  }

  void read_constant() {
    parser_.expect("#const");
    Constant constant;
    constant.name = parser_.name();
    parser_.expect("=");
    constant.value = parser_.term();
    parser_.expect(".");
    theory_.constants.push_back(std::move(constant));
  }

  // Moves the comments up to `end` to where they belong; coverage lines go to the coverage.
  void take_comments(std::size_t end, std::vector<std::string>& to) {
    for (; comment_ < end; ++comment_) {
      const Comment& comment = parser_.comments()[comment_];
      if (comment.text.starts_with(kCoverage)) {
        read_coverage(comment);
      } else {
        to.push_back(comment.text);
      }
    }
  }

  void read_coverage(const Comment& comment) {
    const std::string text = comment.text.substr(kCoverage.size());
    const std::size_t from = text.find_first_not_of(" \t");
    const std::size_t blank = std::min(text.find_first_of(" \t", from), text.size());
    const std::size_t number = text.find_first_not_of(" \t", blank);
    double ratio = 0;
    const char* end = text.data() + text.size();
    if (from == std::string::npos || number == std::string::npos ||
        std::from_chars(text.data() + number, end, ratio).ptr != end ||
        !(ratio > 0 && ratio <= 1)) {
      parser_.fail(comment.position,
                   "expected \"% coverage: ACTION RATIO\" with a ratio in (0, 1], such as "
                   "\"% coverage: north 0.96\"");
    }
    const std::string action = text.substr(from, blank - from);
    if (theory_.coverage_of(action)) {
      parser_.fail(comment.position, "the coverage of " + action + " is given twice");
    }
    theory_.coverage.emplace_back(action, ratio);
  }

  Parser parser_;
  std::size_t comment_ = 0;
  Theory theory_;
};

std::string comment_lines(const std::vector<std::string>& comments) {
  std::string text;
  for (const std::string& comment : comments) {
    text += comment.empty() ? "%\n" : "% " + comment + "\n";
  }
  return text;
}

}  // namespace

std::optional<double> Theory::coverage_of(std::string_view action) const {
  for (const auto& [name, ratio] : coverage) {
    if (name == action) return ratio;
  }
  return std::nullopt;
}

bool operator==(const Theory& a, const Theory& b) {
  return a.header == b.header && a.coverage == b.coverage && a.constants == b.constants &&
         a.rules == b.rules && a.footer == b.footer;
}

int length(const Theory& theory) {
  int sum = 0;
  for (const Rule& rule : theory.rules) sum += length(rule);
  return sum;
}

Theory parse_theory(std::string_view text, const std::string& file) {
  return TheoryReader(text, file).run();
}

Theory read_theory(const std::string& path) { return parse_theory(read_file(path), path); }

std::string to_string(const Theory& theory) {
  std::string text = comment_lines(theory.header);
  if (!theory.header.empty()) text += "\n";
  for (const auto& [action, ratio] : theory.coverage) {
    text += fmt::format("% coverage: {} {}\n", action, ratio);
  }
  if (!theory.coverage.empty()) text += "\n";
  for (const Constant& constant : theory.constants) {
    text += fmt::format("#const {} = {}.\n", constant.name, to_string(constant.value));
  }
  for (const Rule& rule : theory.rules)
    text += comment_lines(rule.comments) + to_string(rule) + "\n";
  return text + comment_lines(theory.footer);
}

}  // namespace holdfast::logic
