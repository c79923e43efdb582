// The table of episodes in a study's database: a column for each field of a result.
#pragma once

#include <string>
#include <vector>

#include "holdfast/play/episode.h"
#include "holdfast/study/sqlite.h"

namespace holdfast {

// SQL that makes the table, and the view that joins it with the arms.
std::string episode_schema();

// SQL with a place for each value of a row, and the values.
std::string insert_episode();
void bind_episode(Statement& row, const std::string& arm, const EpisodeResult& result,
                  const std::string& version);

// Those of an arm, by seed.
std::vector<EpisodeResult> read_episodes(Database& database, const std::string& arm);

}  // namespace holdfast
