// The searches that are under way, so that somebody else can stop them.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <stop_token>

namespace holdfast::studio {

class Searches {
 public:
  // One search, for as long as it lives; also stopped when whoever asked for it is gone.
  class Running {
   public:
    Running(Searches& all, std::uint64_t of, const std::stop_token& gone)
        : all_(all), on_gone_(gone, Stop{&source_}) {
      const std::lock_guard lock(all_.mutex_);
      at_ = all_.running_.emplace(of, &source_);
      if (all_.ended_) source_.request_stop();
    }
    ~Running() {
      const std::lock_guard lock(all_.mutex_);
      all_.running_.erase(at_);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    std::stop_token token() const { return source_.get_token(); }

   private:
    struct Stop {
      std::stop_source* source;
      void operator()() const { source->request_stop(); }
    };
    Searches& all_;
    std::stop_source source_;
    std::stop_callback<Stop> on_gone_;
    std::multimap<std::uint64_t, std::stop_source*>::iterator at_;
  };

  // Those of one owner.
  void stop(std::uint64_t of) {
    const std::lock_guard lock(mutex_);
    const auto [first, last] = running_.equal_range(of);
    for (auto each = first; each != last; ++each) each->second->request_stop();
  }
  // All, and whatever is begun from now on.
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    for (const auto& [owner, source] : running_) source->request_stop();
  }

 private:
  std::mutex mutex_;
  std::multimap<std::uint64_t, std::stop_source*> running_;
  bool ended_ = false;
};

}  // namespace holdfast::studio
