// Built without MPI: there is one rank.
#include "holdfast/study/ranks.h"

namespace holdfast {

Ranks::Ranks() = default;
Ranks::~Ranks() = default;
std::string Ranks::broadcast(const std::string& text) { return text; }
void Ranks::serve(const Schedule&, EpisodeQueue&) {}
void Ranks::dismiss(const Schedule&, EpisodeQueue&, int) {}
std::optional<EpisodeOrder> Ranks::exchange(int, const std::optional<FinishedEpisode>&) {
  return std::nullopt;
}
void Ranks::abort(int) {}

}  // namespace holdfast
