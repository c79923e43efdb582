// The studio's web server: one page, and one address that takes requests. It listens on the
// loopback interface only, and answers to nobody who does not know the token in the address it
// prints, nor to pages of other origins.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "holdfast/studio/studio.h"

namespace holdfast::studio {

// The page, built by web/ and compiled in.
std::string_view page();

class Server {
 public:
  // Takes the port; 0: any that is free. Throws InputError if it is taken.
  Server(Studio& studio, int port);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;
  // What a person opens: "http://127.0.0.1:7070/?token=...".
  std::string address() const;
  // Serves until `ended` says so, which is asked ten times a second; then stops all searches, so
  // that nobody waits for them.
  void serve(const std::function<bool()>& ended);

 private:
  struct Http;  // httplib stays in server.cc: one of its macros breaks Eigen

  Studio& studio_;
  std::unique_ptr<Http> http_;
};

}  // namespace holdfast::studio
