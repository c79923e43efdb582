#include "holdfast/study/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "holdfast/study/metrics.h"

namespace holdfast {
namespace {

// A table of texts, ready to be written in any format.
struct Table {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

struct Style {
  const char* plus_minus;
  const char* paper;
};

const Axis* x_axis(const Experiment& experiment) {
  for (const Axis& axis : experiment.axes) {
    if (axis.name == experiment.x) return &axis;
  }
  return nullptr;
}

// Digits that the uncertainty deserves: two significant ones of the interval.
int digits_for(double uncertainty) {
  int digits = 0;
  for (double u = uncertainty; u > 0 && u < 9.5 && digits < 6; u *= 10) ++digits;
  return digits;
}

// A cell of a number that may not be known.
std::string or_empty(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string cell(const ArmSummary& arm, const std::string& metric, const Style& style) {
  const RunningStatistics& s = arm.metrics.at(metric);
  std::string text = "–";
  if (s.count() > 0) {
    const std::optional<double> ci95 = s.ci95();
    const int digits = ci95 ? digits_for(*ci95) : 2;
    text = fmt::format("{:.{}f}", s.mean(), digits);
    if (ci95) text += fmt::format(" {} {:.{}f}", style.plus_minus, *ci95, digits);
  }
  const auto paper = arm.arm.paper.find(metric);
  if (paper == arm.arm.paper.end()) return text;
  std::string theirs = fmt::format("{}", paper->second.mean);
  if (paper->second.error) {
    theirs += fmt::format(" {} {}", style.plus_minus, *paper->second.error);
  }
  return fmt::format(fmt::runtime(style.paper), text, theirs);
}

std::string episodes_note(const ExperimentSummary& summary) {
  std::size_t least = SIZE_MAX;
  std::size_t most = 0;
  for (const ArmSummary& arm : summary.arms) {
    least = std::min(least, arm.episodes.size());
    most = std::max(most, arm.episodes.size());
  }
  return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

Table pivot(const ExperimentSummary& summary, const std::string& name, const Style& style) {
  const Experiment& e = summary.experiment;
  const Metric& m = metric(name);
  const Axis* x = x_axis(e);
  Table table{fmt::format("{}: {}{}", e.title, m.label(),
                          m.unit().empty() ? "" : fmt::format(" [{}]", m.unit())),
              {x ? x->name : ""},
              {}};
  if (x) {
    for (const AxisPoint& point : x->points) table.header.push_back(point.label);
  } else {
    table.header.push_back(m.label());
  }
  for (const ArmSummary& arm : summary.arms) {
    const std::string series = series_label(e, arm.arm);
    auto row = std::find_if(table.rows.begin(), table.rows.end(),
                            [&](const auto& r) { return r.front() == series; });
    if (row == table.rows.end()) {
      table.rows.emplace_back(table.header.size());
      row = std::prev(table.rows.end());
      row->front() = series;
    }
    std::size_t column = 1;
    while (x && table.header[column] != arm.arm.point.at(x->name)) ++column;
    (*row)[column] = cell(arm, name, style);
  }
  return table;
}

// A text as a field; one that a spreadsheet would take for a formula gets an apostrophe.
std::string csv_quoted(const std::string& text) {
  const bool formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  if (!formula && text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = formula ? "\"'" : "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + '"';
}

// What LaTeX takes for a command or an end of a paragraph stands for itself.
std::string latex_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\\':
        result += "\\textbackslash{}";
        break;
      case '^':
        result += "\\textasciicircum{}";
        break;
      case '~':
        result += "\\textasciitilde{}";
        break;
      case '\n':
      case '\r':
        result += ' ';
        break;
      default:
        if (std::string_view("%_&#${}").find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
  }
  return result;
}

// A text that stays in its heading or cell, and is no HTML.
std::string markdown_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      result += ' ';
    } else if (c == '<') {
      result += "&lt;";
    } else {
      if (c == '|' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result;
}

// Paragraphs may have any markup of Markdown, but no HTML.
std::string without_html(const std::string& paragraph) {
  std::string result;
  for (const char c : paragraph) result += c == '<' ? "&lt;" : std::string(1, c);
  return result;
}

// Labels come from people; the other cells are our own figures.
void escape_labels(Table& table, std::string (*escaped)(const std::string&)) {
  table.title = escaped(table.title);
  for (std::string& word : table.header) word = escaped(word);
  for (auto& row : table.rows) row.front() = escaped(row.front());
}

std::string point_label(const Experiment& experiment, const Arm& arm) {
  std::vector<std::string> parts;
  for (const Axis& axis : experiment.axes) {
    parts.push_back(fmt::format("{}={}", axis.name, arm.point.at(axis.name)));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

std::string markdown_tables(std::span<const StudySummary> studies) {
  constexpr Style style{"±", "{} (paper {})"};
  std::string text;
  for (const StudySummary& study : studies) {
    text += fmt::format("# {}\n\n", markdown_escaped(study.study.title));
    for (const std::string& paragraph : {study.study.description, failure_note(study)}) {
      if (!paragraph.empty()) text += without_html(paragraph) + "\n\n";
    }
    for (const ExperimentSummary& e : study.experiments) {
      for (const std::string& name : e.experiment.metrics) {
        Table table = pivot(e, name, style);
        escape_labels(table, markdown_escaped);
        text += fmt::format("## {}\n\n", table.title);
        text += fmt::format("| {} |\n|{}\n", fmt::join(table.header, " | "),
                            fmt::join(std::vector<std::string>(table.header.size(), "---|"), ""));
        for (const auto& row : table.rows) text += fmt::format("| {} |\n", fmt::join(row, " | "));
        text +=
            fmt::format("\nMean ± half the 95 % interval, {} episodes each.\n\n", episodes_note(e));
      }
    }
  }
  return text;
}

std::string latex_tables(std::span<const StudySummary> studies) {
  constexpr Style style{"$\\pm$", "{} ({})"};
  std::string text = "% \\usepackage{booktabs}\n";
  for (const StudySummary& study : studies) {
    for (const ExperimentSummary& e : study.experiments) {
      for (const std::string& name : e.experiment.metrics) {
        Table table = pivot(e, name, style);
        escape_labels(table, latex_escaped);
        text += fmt::format(
            "\n\\begin{{table}}\n  \\caption{{{}. Mean $\\pm$ half the 95\\,\\% interval, {} "
            "episodes each; the paper's figures in parentheses.}}\n  \\begin{{tabular}}{{l{}}}\n"
            "    \\toprule\n    {} \\\\\n    \\midrule\n",
            table.title, episodes_note(e), std::string(table.header.size() - 1, 'r'),
            fmt::join(table.header, " & "));
        for (const auto& row : table.rows)
          text += fmt::format("    {} \\\\\n", fmt::join(row, " & "));
        text += "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
      }
    }
  }
  return text;
}

std::string csv_table(std::span<const StudySummary> studies) {
  std::string text =
      "study,experiment,point,domain,planner,guide,metric,episodes,mean,standard_error,ci95,"
      "difference,difference_ci95,paper,paper_error\n";
  for (const StudySummary& study : studies) {
    for (const ExperimentSummary& e : study.experiments) {
      for (const ArmSummary& arm : e.arms) {
        for (const std::string& name : all_metrics()) {
          if (!arm.metrics.contains(name)) continue;
          const RunningStatistics& s = arm.metrics.at(name);
          const auto difference = arm.differences.find(name);
          const auto paper = arm.arm.paper.find(name);
          text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},", csv_quoted(study.study.name),
                              csv_quoted(e.experiment.name),
                              csv_quoted(point_label(e.experiment, arm.arm)),
                              csv_quoted(arm.planned.domain), csv_quoted(arm.planned.planner),
                              csv_quoted(arm.planned.guide), name, s.count(), s.mean(),
                              or_empty(s.standard_error()), or_empty(s.ci95()));
          text += difference == arm.differences.end()
                      ? ","
                      : fmt::format("{},{}", difference->second.mean(),
                                    or_empty(difference->second.ci95()));
          text += paper == arm.arm.paper.end() ? ",," : fmt::format(",{},", paper->second.mean);
          if (paper != arm.arm.paper.end() && paper->second.error) {
            text += fmt::format("{}", *paper->second.error);
          }
          text += '\n';
        }
      }
    }
  }
  return text;
}

}  // namespace holdfast
