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

// The folders that have instances.
inline std::vector<std::string> competition_domains() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(competition_files())) {
    if (std::filesystem::exists(entry.path() / "domain.rddl")) {
      names.push_back(entry.path().filename().string());
    }
  }
  return names;
}

inline std::filesystem::path instance_file(const std::string& domain, int instance) {
  return competition_files() / domain / ("instance" + std::to_string(instance) + ".rddl");
}

inline bool has_instance(const std::string& domain, int instance) {
  return std::filesystem::exists(instance_file(domain, instance));
}

inline GroundModel competition_model(const std::string& domain, int instance) {
  return read_model(competition_files() / domain / "domain.rddl", instance_file(domain, instance));
}

}  // namespace holdfast::rddl
