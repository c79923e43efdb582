#include "holdfast/study/sqlite.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

constexpr int kBusyMilliseconds = 10000;

[[noreturn]] void fail(sqlite3* database, int code, const std::filesystem::path& path) {
  const std::string name = path.string();
  switch (code & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      throw InputError(fmt::format(
          "{}: is not a study's database (or is damaged); it was left as it is. Name another file",
          name));
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
      throw InputError(fmt::format(
          "{}: cannot be opened; does the directory exist, and may you write there?", name));
    case SQLITE_FULL:
    case SQLITE_IOERR:
      throw Error(
          fmt::format("{}: writing failed; is the disk full? Every episode stored before is kept: "
                      "make room and "
                      "run the same command again",
                      name));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Error(fmt::format("{}: is in use by another program; try again later", name));
    // A table or a column is missing.
    case SQLITE_ERROR:
      throw InputError(fmt::format("{}: is not a study's database, or is damaged ({})", name,
                                   database ? sqlite3_errmsg(database) : "no message"));
    default:
      throw Error(
          fmt::format("{}: {}", name, database ? sqlite3_errmsg(database) : "out of memory"));
  }
}

}  // namespace

Statement::Statement(sqlite3* database, const std::string& sql, const std::filesystem::path& path)
    : database_(database), path_(path) {
  const int code = sqlite3_prepare_v2(database, sql.c_str(), -1, &statement_, nullptr);
  if (code != SQLITE_OK) fail(database, code, path);
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::bind(int index, std::int64_t value) {
  sqlite3_bind_int64(statement_, index, value);
  return *this;
}

Statement& Statement::bind(int index, double value) {
  sqlite3_bind_double(statement_, index, value);
  return *this;
}

Statement& Statement::bind(int index, const std::string& text) {
  sqlite3_bind_text(statement_, index, text.data(), static_cast<int>(text.size()),
                    SQLITE_TRANSIENT);
  return *this;
}

Statement& Statement::bind_null(int index) {
  sqlite3_bind_null(statement_, index);
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  fail(database_, code, path_);
}

void Statement::run() {
  step();
  sqlite3_reset(statement_);
}

std::string Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return bytes ? std::string(bytes,
                             static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
               : std::string();
}

Database::Database(std::filesystem::path path, Access access) : path_(std::move(path)) {
  // A run that was killed may have left half a transaction, which readers must undo too. Where
  // nothing may be written, SQLite opens it for reading alone.
  if (access == Access::read && !std::filesystem::exists(path_)) {
    throw InputError(fmt::format("{}: there is no such file", path_.string()));
  }
  const int flags = SQLITE_OPEN_READWRITE | (access == Access::write ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(path_.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) {
    sqlite3_close(handle_);
    fail(nullptr, code, path_);
  }
  sqlite3_busy_timeout(handle_, kBusyMilliseconds);
  if (access == Access::read) execute("PRAGMA query_only = ON");
}

Database::~Database() { sqlite3_close(handle_); }

void Database::execute(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(handle_, code, path_);
}

std::int64_t Database::integer(const std::string& sql) {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (committed_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const Error&) {
    // The failure that brought us here is already on its way; SQLite rolls back by itself then.
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  committed_ = true;
}

}  // namespace holdfast
