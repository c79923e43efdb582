#include "holdfast/rddl/compiled_code.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <vector>

#include "holdfast/base/child_process.h"
#include "holdfast/base/digest.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"

namespace holdfast::rddl {
namespace {

namespace fs = std::filesystem;

// Sources that are longer are optimised less, or compilers take too long.
constexpr std::size_t kLongSource = 1'500'000;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// Where the program is; empty if it is nowhere.
fs::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0 ? name : "";
  const std::string path = environment("PATH");
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find(':', start), path.size());
    fs::path candidate = fs::path(path.substr(start, end - start)) / name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    start = end + 1;
  }
  return {};
}

// Another compiler, or another version of it, makes another object.
std::string identity(const fs::path& program) {
  struct stat status {};
  if (::stat(program.c_str(), &status) != 0) return "";
  return fmt::format("{} {} {}.{}", program.string(), status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

// As the program itself is compiled: results do not depend on who computes them.
std::vector<std::string> flags_for(const std::string& source) {
  std::vector<std::string> flags = {"-std=c++17",
                                    "-w",
                                    "-fPIC",
                                    "-shared",
                                    "-ffp-contract=off",
                                    source.size() > kLongSource ? "-O1" : "-O2"};
#ifdef __AVX2__
  flags.push_back("-march=x86-64-v3");
#endif
  return flags;
}

bool is_ours_alone(const fs::path& path, mode_t kind) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == kind &&
         status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void make_cache(const fs::path& folder) {
  if (folder.empty()) {
    throw Error("there is no place for compiled models; set HOLDFAST_CACHE to a folder");
  }
  std::error_code failed;
  fs::create_directories(folder.parent_path(), failed);
  ::mkdir(folder.c_str(), S_IRWXU);
  if (is_ours_alone(folder, S_IFDIR)) return;
  throw Error(
      fmt::format("{} is not a folder into which this user alone writes; set "
                  "HOLDFAST_CACHE to one",
                  folder.string()));
}

// The first line that says what is wrong.
std::string first_error(const std::string& said) {
  const std::size_t at = said.find("error");
  const std::size_t start = at == std::string::npos ? 0 : said.rfind('\n', at) + 1;
  return said.substr(start, said.find('\n', start) - start);
}

void compile(const std::string& source, const fs::path& compiler, const fs::path& object,
             const CompilerOptions& options) {
  const TemporaryName temporary(object);
  std::vector<std::string> command = {compiler.string()};
  const std::vector<std::string> flags = flags_for(source);
  command.insert(command.end(), flags.begin(), flags.end());
  for (const char* word : {"-x", "c++", "-", "-o"}) command.emplace_back(word);
  command.push_back(temporary.path().string());
  ChildProcess child(command, source);
  const auto result = child.wait_for(options.most_time);
  if (!result) {
    throw Error(fmt::format("{} took more than {} s to compile the model", compiler.string(),
                            options.most_time.count()));
  }
  if (result->exit_code != 0) {
    throw Error(fmt::format("{} failed ({}): {}", compiler.string(), result->exit_code,
                            first_error(result->errors)));
  }
  ::chmod(temporary.path().c_str(), S_IRWXU);
  const int file = ::open(temporary.path().c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw Error(fmt::format("{} wrote no object", compiler.string()));
  move_into_place(file, temporary.path(), object);
  ::close(file);
}

// Null if this is no object of ours.
std::shared_ptr<const CompiledCode> load(const fs::path& object) {
  if (!is_ours_alone(object, S_IFREG)) return nullptr;
  const std::shared_ptr<void> library(::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL),
                                      [](void* handle) {
                                        if (handle) ::dlclose(handle);
                                      });
  if (!library) return nullptr;
  const auto code = std::make_shared<CompiledCode>();
  bool is_whole = true;
  const auto find = [&](auto& function, const char* name) {
    function =
        reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library.get(), name));
    is_whole = is_whole && function != nullptr;
  };
  find(code->move, "holdfast_move");
  find(code->observe, "holdfast_observe");
  find(code->chances, "holdfast_chances");
  find(code->observation_chances, "holdfast_observation_chances");
  find(code->likelihood, "holdfast_likelihood");
  if (!is_whole) return nullptr;
  // The library stays as long as its functions.
  struct Both {
    std::shared_ptr<void> library;
    std::shared_ptr<const CompiledCode> code;
  };
  const auto both = std::make_shared<Both>(Both{library, code});
  return {both, both->code.get()};
}

}  // namespace

CompilerOptions system_compiler() {
  CompilerOptions options;
  if (const std::string said = environment("HOLDFAST_CXX"); !said.empty()) options.compiler = said;
  const std::string cache = environment("HOLDFAST_CACHE"), xdg = environment("XDG_CACHE_HOME"),
                    home = environment("HOME");
  if (!cache.empty()) {
    options.cache = cache;
  } else if (!xdg.empty()) {
    options.cache = fs::path(xdg) / "holdfast";
  } else if (!home.empty()) {
    options.cache = fs::path(home) / ".cache" / "holdfast";
  }
  return options;
}

std::shared_ptr<const CompiledCode> compiled(const std::string& source,
                                             const CompilerOptions& options) {
  const fs::path compiler = find_program(options.compiler);
  if (compiler.empty()) {
    throw Error(fmt::format("there is no compiler {}; install one, or name it by HOLDFAST_CXX",
                            options.compiler));
  }
  make_cache(options.cache);
  const std::string key =
      fmt::format("{}\n{}\n{}", identity(compiler), fmt::join(flags_for(source), " "), source);
  const fs::path object =
      options.cache / fmt::format("rddl-{}{}.so", digest(key), digest("again " + key));
  if (auto code = load(object)) return code;
  // What is there, if anything, is of no use.
  std::error_code ignored;
  fs::remove(object, ignored);
  compile(source, compiler, object, options);
  if (auto code = load(object)) return code;
  const char* why = ::dlerror();
  throw Error(
      fmt::format("the compiled model cannot be loaded: {}", why ? why : "it is not whole"));
}

}  // namespace holdfast::rddl
