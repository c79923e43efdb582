#include "holdfast/domains/load_domains.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "holdfast/base/digest.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/version.h"
#include "holdfast/domains/interface.h"
#include "holdfast/domains/offer.h"
#include "holdfast/domains/registry.h"

namespace holdfast {
namespace {

constexpr std::string_view kElf =
    "\x7f"
    "ELF";

// The interface that a file was built for, read before any of its code is run: what was built for
// another program may fail in any way.
std::string interface_of(const std::string& content) {
  if (!content.starts_with(kElf)) {
    throw InputError("this is not a shared library; give the .so that holdfast_add_domain() built");
  }
  constexpr std::string_view mark = HOLDFAST_INTERFACE_MARK;
  const std::size_t at = content.find(mark);
  if (at == std::string::npos) {
    throw InputError(
        "this library has no domain for holdfast; its source includes holdfast/domains/plugin.h "
        "and says HOLDFAST_DOMAIN(...)");
  }
  const std::size_t start = at + mark.size();
  return content.substr(start, content.find('\0', start) - start);
}

void check_interface(const std::string& content) {
  const std::string theirs = interface_of(content);
  if (theirs == HOLDFAST_INTERFACE) return;
  throw InputError(fmt::format("it was built for {}, but this is {}; build it again for this one",
                               theirs, HOLDFAST_INTERFACE));
}

void check_fresh(const std::filesystem::path& file) {
  for (const DomainInfo& known : all_domains()) {
    if (!known.file.empty() && same_file(known.file, file)) {
      throw InputError(
          fmt::format("it was loaded already, with the domain '{}'; leave out one", known.name));
    }
  }
}

void load(const std::filesystem::path& file) {
  check_fresh(file);
  const std::string content = read_file(file);
  check_interface(content);
  // It stays open: its code is in use until the end. A name without a slash is a file here, too.
  if (::dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) {
    throw InputError(::dlerror());
  }
  const std::string known_by = digest(content);
  std::vector<DomainInfo> offered = take_offers();
  if (offered.empty()) throw InputError("it brings no domain; its source says no HOLDFAST_DOMAIN");
  for (DomainInfo& info : offered) {
    info.file = file.string();
    info.content = known_by;
    add_domain(std::move(info));
  }
  add_loaded_code(fmt::format("{}:{}", file.filename().string(), known_by));
}

}  // namespace

void load_domains(const std::filesystem::path& file) {
  try {
    load(file);
  } catch (const InputError& e) {
    throw InputError(fmt::format("--load {}: {}", file.string(), e.what()));
  }
}

}  // namespace holdfast
