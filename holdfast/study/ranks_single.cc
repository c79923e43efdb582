// Built without MPI: there is one rank.
#include "holdfast/study/ranks.h"

namespace holdfast {

Ranks::Ranks() = default;
Ranks::~Ranks() = default;
std::string Ranks::broadcast(const std::string& text) { return text; }
void Ranks::serve(const Answer&) {}
std::string Ranks::exchange(int, const std::string&) { return ""; }
void Ranks::abort(int) {}

}  // namespace holdfast
