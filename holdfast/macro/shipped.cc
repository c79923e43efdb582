#include "holdfast/macro/shipped.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/base/spec.h"
#include "holdfast/macro/theory_name.h"

namespace holdfast {

// Made from theories/ by the build (see CMakeLists.txt).
std::span<const std::pair<std::string_view, std::string_view>> shipped_files();

std::string_view shipped_text(std::string_view name) {
  for (const auto& [known, text] : shipped_files()) {
    if (known == name) return text;
  }
  std::string all;
  for (const std::string& known : shipped_names()) all += (all.empty() ? "" : ", ") + known;
  throw InputError("no theory ships under the name " + std::string(name) + "; there are " + all);
}

logic::Theory shipped_theory(const std::string& domain, const std::string& name) {
  const std::string path = domain + "/" + name;
  return logic::parse_theory(shipped_text(path), "theories/" + path + ".lp");
}

namespace {

[[noreturn]] void refuse_name(const std::string& domain, const std::string& name) {
  std::vector<std::string> theories;
  for (const std::string& known : shipped_names()) {
    if (known.starts_with(domain + "/")) theories.push_back(known.substr(domain.size() + 1));
  }
  std::vector<std::string> all = theories;
  for (const char* guide : {"pure", "trivial", "preferred", "expert", "relaxed"})
    all.emplace_back(guide);
  const std::string near = nearest(name, all);
  throw InputError(fmt::format(
      "there is no guide or theory '{}'{}; {} comes with {}; or name a file, such as mine.lp", name,
      near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), domain,
      theories.empty() ? "none" : fmt::format("{}", fmt::join(theories, ", "))));
}

}  // namespace

void check_theory_name(const std::string& domain, const std::string& name_or_path) {
  const std::vector<std::string> names = shipped_names();
  if (std::ranges::find(names, domain + "/" + name_or_path) != names.end()) return;
  const bool bare = name_or_path.find_first_of("./") == std::string::npos;
  if (bare && !std::filesystem::exists(name_or_path)) refuse_name(domain, name_or_path);
}

logic::Theory find_theory(const std::string& domain, const std::string& name_or_path) {
  check_theory_name(domain, name_or_path);
  const std::string name = domain + "/" + name_or_path;
  if (std::ranges::count(shipped_names(), name) > 0) return shipped_theory(domain, name_or_path);
  return logic::read_theory(name_or_path);
}

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const auto& [name, text] : shipped_files()) names.emplace_back(name);
  return names;
}

}  // namespace holdfast
