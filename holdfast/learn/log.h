// Logs: what somebody else's planner or robot saw and did, with as little ceremony as there can be.
// A file of JSON lines, one for each step:
//
//   {"facts": "charge(20). near(dock).", "action": "dock"}
//
// A step may have an "episode" (a name or a number; a new one begins where it changes) and a
// "reward". "facts" may also be a list. What the facts themselves do not tell may stand in a first
// line, all of it optional:
//
//   {"format": "holdfast-log", "version": 1, "domain": "robot", "flags": ["near"],
//    "foreseeable": ["go"]}
//
// What the words are follows from how they are used: a fact of two arguments is a value of an
// entity, dist(2,5); one of none holds or not, dark. A fact of one argument is a number on the
// whole, charge(20), unless it is a flag of entities, near(2): because it is said to be one, is
// about a name somewhere, or about two entities at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holdfast/learn/traces.h"

namespace holdfast::learn {

// What a log's author says of its words.
struct LogWords {
  std::string domain = "log";
  std::vector<std::string> flags = {};
  // Actions after which the facts can be told: only these get rules over time.
  std::vector<std::string> foreseeable = {};
};

// Traces of these episodes, with a header of the words that they use. Throws InputError that names
// episode and step.
Traces traces_of(std::vector<TraceEpisode> episodes, const LogWords& words,
                 const std::string& file);

// Whether a text begins like a log; if so it must be one.
bool is_log(std::string_view text);
// Throws InputError with the place.
Traces parse_log(std::string_view text, const std::string& file);

}  // namespace holdfast::learn
