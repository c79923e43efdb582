// A study's results as text: for a README, a paper, or a spreadsheet.
#pragma once

#include <span>
#include <string>

#include "holdfast/study/summary.h"

namespace holdfast {

// One table per experiment and metric: a row per series, a column per point of the x axis, our mean
// with its 95 % interval, and the paper's figure beside it where there is one.
std::string markdown_tables(std::span<const StudySummary> studies);
// The same for \usepackage{booktabs}.
std::string latex_tables(std::span<const StudySummary> studies);
// One line per arm and metric, for a spreadsheet or a data frame.
std::string csv_table(std::span<const StudySummary> studies);

}  // namespace holdfast
