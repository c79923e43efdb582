#include "holdfast/study/episode_rows.h"

#include <fmt/format.h>

#include <cmath>

#include "holdfast/play/episode_fields.h"

namespace holdfast {
namespace {

// "discounted, undiscounted, ...", each made by a function of its field.
template <class Text>
std::string listed(Text&& text) {
  std::string result;
  for (const EpisodeField& field : episode_fields()) {
    result += (result.empty() ? "" : ", ") + text(field);
  }
  return result;
}

std::string names() {
  return listed([](const EpisodeField& field) { return std::string(field.name); });
}

// A number that is not finite, such as a bound that there is none of, is NULL.
void bind_field(Statement& row, int index, const EpisodeField& field, const EpisodeResult& result) {
  const double number = field.number(result);
  if (!std::isfinite(number)) {
    row.bind_null(index);
  } else if (field.is_real()) {
    row.bind(index, number);
  } else {
    std::visit([&](auto m) { row.bind(index, static_cast<std::int64_t>(result.*m)); },
               field.member);
  }
}

void read_field(const Statement& row, int column, const EpisodeField& field,
                EpisodeResult& result) {
  if (row.is_null(column)) return;
  std::visit(
      [&]<class T>(T EpisodeResult::*m) {
        if constexpr (std::is_same_v<T, double>) {
          result.*m = row.real(column);
        } else {
          result.*m = static_cast<T>(row.integer(column));
        }
      },
      field.member);
}

}  // namespace

std::string episode_schema() {
  const std::string columns = listed([](const EpisodeField& field) {
    return fmt::format("{} {}", field.name, field.is_real() ? "REAL" : "INTEGER NOT NULL");
  });
  return fmt::format(
      "CREATE TABLE episode (arm TEXT NOT NULL REFERENCES arm, seed INTEGER NOT NULL, {}, "
      "version TEXT NOT NULL, PRIMARY KEY (arm, seed)) WITHOUT ROWID;\n"
      "CREATE VIEW result AS SELECT domain, planner, guide, seed, {}, "
      "seconds / max(steps, 1) AS seconds_per_step, options, version "
      "FROM episode JOIN arm ON arm.key = episode.arm;\n",
      columns, names());
}

std::string insert_episode() {
  return fmt::format("INSERT INTO episode (arm, seed, {}, version) VALUES (?, ?, {}, ?)", names(),
                     listed([](const EpisodeField&) { return std::string("?"); }));
}

void bind_episode(Statement& row, const std::string& arm, const EpisodeResult& result,
                  const std::string& version) {
  row.bind(1, arm).bind(2, static_cast<std::int64_t>(result.seed));
  int index = 3;
  for (const EpisodeField& field : episode_fields()) bind_field(row, index++, field, result);
  row.bind(index, version);
}

std::vector<EpisodeResult> read_episodes(Database& database, const std::string& arm) {
  Statement rows = database.prepare(
      fmt::format("SELECT seed, {} FROM episode WHERE arm = ? ORDER BY seed", names()));
  rows.bind(1, arm);
  std::vector<EpisodeResult> result;
  while (rows.step()) {
    result.push_back({.seed = static_cast<std::uint64_t>(rows.integer(0))});
    int column = 1;
    for (const EpisodeField& field : episode_fields()) {
      read_field(rows, column++, field, result.back());
    }
  }
  return result;
}

}  // namespace holdfast
