// The competition's files, which are not ours to ship: tests that need them are skipped without.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "holdfast/base/source_folder.h"
#include "holdfast/rddl/read_model.h"

namespace holdfast::rddl {

inline std::filesystem::path competition_files() {
  const char* given = std::getenv("HOLDFAST_RDDL_DATA");
  return given ? std::filesystem::path(given) : source_folder() / "../shared/data/rddl";
}

inline bool has_competition() {
  return std::filesystem::exists(competition_files() / "ippc2014.csv");
}

// Folders that have an instance 10.
inline std::vector<std::string> competition_domains() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(competition_files())) {
    if (std::filesystem::exists(entry.path() / "instance10.rddl")) {
      names.push_back(entry.path().filename().string());
    }
  }
  return names;
}

inline GroundModel competition_model(const std::string& domain, int instance) {
  const std::filesystem::path folder = competition_files() / domain;
  return read_model(folder / "domain.rddl",
                    folder / ("instance" + std::to_string(instance) + ".rddl"));
}

}  // namespace holdfast::rddl
