// Recordings that `holdfast play --record` wrote, as a study that a report shows: agents are its
// arms, and every episode has its replay.
#pragma once

#include <filesystem>

#include "holdfast/study/report.h"

namespace holdfast {

// Throws InputError with file and line if a line is no recording of this version.
ReportedStudy read_recordings(const std::filesystem::path& path);
// The same of a text; the path is for titles and messages.
ReportedStudy recorded_study(const std::string& lines, const std::filesystem::path& path);

}  // namespace holdfast
