// The little of SQLite that the store needs, with errors that say what to do.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace holdfast {

// One statement; bind from 1, read columns from 0, as SQLite counts.
class Statement {
 public:
  Statement(sqlite3* database, const std::string& sql, const std::filesystem::path& path);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int index, std::int64_t value);
  Statement& bind(int index, double value);
  Statement& bind(int index, const std::string& text);
  Statement& bind_null(int index);

  // True while there is a row.
  bool step();
  // For statements without rows: runs it, and makes it ready for the next values.
  void run();

  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  double real(int column) const { return sqlite3_column_double(statement_, column); }
  std::string text(int column) const;

 private:
  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
  const std::filesystem::path& path_;
};

class Database {
 public:
  enum class Access { read, write };

  Database(std::filesystem::path path, Access access);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void execute(const std::string& sql);
  std::int64_t integer(const std::string& sql);
  Statement prepare(const std::string& sql) { return {handle_, sql, path_}; }

 private:
  std::filesystem::path path_;
  sqlite3* handle_ = nullptr;
};

// All or nothing: rolls back unless commit() was called.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool committed_ = false;
};

}  // namespace holdfast
