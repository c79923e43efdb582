// The studio without its web server: a request as JSON in, the reply as JSON out. docs/studio.md
// lists the requests. All functions may be called from several threads; a request that searches
// lasts as long as its search.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <string_view>

#include "holdfast/studio/agent_choice.h"
#include "holdfast/studio/comparison.h"
#include "holdfast/studio/playthrough.h"
#include "holdfast/studio/searches.h"

namespace holdfast::studio {

struct StudioOptions {
  // What the page starts with.
  std::string domain = "rocksample(size=7,rocks=8)";
  // Where theories are saved and found; nothing is saved if it is empty.
  std::filesystem::path folder = {};
  Limits limits = {};
};

class Studio {
 public:
  explicit Studio(StudioOptions options = {});
  ~Studio();
  Studio(const Studio&) = delete;
  Studio& operator=(const Studio&) = delete;

  // Never throws because of a request: what is wrong with it is {"error": "..."}. Whoever asks may
  // go away (`gone`), which stops their search.
  nlohmann::json answer(const nlohmann::json& request, const std::stop_token& gone = {});
  // The same as text.
  std::string answer_text(std::string_view request, const std::stop_token& gone = {});
  // Ends every search and comparison, now and from now on.
  void stop();

 private:
  using Number = std::uint64_t;
  struct Seat {
    std::shared_ptr<Playthrough> playthrough;
    std::uint64_t used = 0;
  };
  using Handler = nlohmann::json (Studio::*)(const Request&, const std::stop_token&);
  static const std::map<std::string_view, Handler>& handlers();

  nlohmann::json about(const Request&, const std::stop_token&);
  nlohmann::json start(const Request& r, const std::stop_token&);
  nlohmann::json view(const Request& r, const std::stop_token&);
  nlohmann::json decide(const Request& r, const std::stop_token& gone);
  nlohmann::json act(const Request& r, const std::stop_token& gone);
  nlohmann::json back(const Request& r, const std::stop_token&);
  nlohmann::json stop_searches(const Request& r, const std::stop_token&);
  nlohmann::json look(const Request& r, const std::stop_token&);
  nlohmann::json replan(const Request& r, const std::stop_token& gone);
  nlohmann::json theory(const Request& r, const std::stop_token&);
  nlohmann::json check(const Request& r, const std::stop_token&);
  nlohmann::json compare(const Request& r, const std::stop_token&);
  nlohmann::json compared(const Request& r, const std::stop_token&);
  nlohmann::json learn(const Request& r, const std::stop_token&);
  nlohmann::json save(const Request& r, const std::stop_token&);

  Number keep(std::shared_ptr<Playthrough> playthrough);
  // Throws InputError if there is none of this number.
  std::shared_ptr<Playthrough> find(Number number);
  std::shared_ptr<Playthrough> playthrough_of(const Request& r);

  StudioOptions options_;
  std::mutex mutex_;
  std::uint64_t clock_ = 0;
  std::map<Number, Seat> seats_;
  // One at a time: a new one takes the place of the last.
  std::map<Number, std::shared_ptr<Comparison>> comparisons_;
  Number next_ = 1;
  Searches searches_;
};

}  // namespace holdfast::studio
