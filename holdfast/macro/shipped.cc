#include "holdfast/macro/shipped.h"

#include <span>
#include <utility>

#include "holdfast/base/error.h"

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

logic::Theory find_theory(const std::string& domain, const std::string& name_or_path) {
  for (const std::string& known : shipped_names()) {
    if (known == domain + "/" + name_or_path) return shipped_theory(domain, name_or_path);
  }
  return logic::read_theory(name_or_path);
}

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const auto& [name, text] : shipped_files()) names.emplace_back(name);
  return names;
}

}  // namespace holdfast
