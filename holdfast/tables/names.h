// What the states, actions or observations of a file are called.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/base/spec.h"

namespace holdfast::tables {

class Names {
 public:
  Names() = default;
  // `what` is "state", for messages.
  Names(std::string what, std::vector<std::string> names)
      : what_(std::move(what)), names_(std::move(names)) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!index_.emplace(names_[i], static_cast<int>(i)).second && twice_.empty()) {
        twice_ = names_[i];
      }
    }
  }

  std::size_t size() const { return names_.size(); }
  bool empty() const { return names_.empty(); }
  const std::vector<std::string>& all() const { return names_; }
  const std::string& operator[](std::size_t i) const { return names_[i]; }
  // A name that stands twice; "" if there is none.
  const std::string& twice() const { return twice_; }

  // Its number, or -1.
  int find(const std::string& name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? -1 : found->second;
  }
  // "there is no state 'tigre-left' (did you mean 'tiger-left'?); ..."
  std::string unknown(const std::string& name) const {
    const std::string near = nearest(name, names_);
    return fmt::format("there is no {} '{}'{}; there are {}", what_, name.substr(0, 40),
                       near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                       names_.size());
  }

 private:
  std::string what_;
  std::vector<std::string> names_;
  std::map<std::string, int> index_;
  std::string twice_;
};

}  // namespace holdfast::tables
