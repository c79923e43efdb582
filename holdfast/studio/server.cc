#include "holdfast/studio/server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <chrono>
#include <future>
#include <random>
#include <thread>

#include "holdfast/base/error.h"

namespace holdfast::studio {
namespace {

constexpr std::size_t kMostRequestBytes = std::size_t{1} << 20;
constexpr int kThreads = 32;
// While a search lasts, a blank is sent this often, to see whether anybody is still there.
constexpr auto kHeartbeat = std::chrono::milliseconds(200);
constexpr auto kAsked = std::chrono::milliseconds(100);

constexpr const char* kPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

std::string random_token() {
  std::random_device device;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
  return token;
}

// A reply in the making; its search ends with it.
struct Pending {
  std::stop_source gone;
  std::future<std::string> reply;
};

}  // namespace

struct Server::Http {
  httplib::Server server;
  int port = 0;
  std::string token = random_token();

  std::string host() const { return fmt::format("127.0.0.1:{}", port); }

  // A page of another origin must not reach us, whatever name it has given to this machine.
  bool is_ours(const httplib::Request& request) const {
    const std::string local = fmt::format("localhost:{}", port);
    const std::string asked = request.get_header_value("Host");
    if (asked != host() && asked != local) return false;
    if (!request.has_header("Origin")) return true;
    const std::string origin = request.get_header_value("Origin");
    return origin == "http://" + host() || origin == "http://" + local;
  }
  bool knows_token(const httplib::Request& request) const {
    return request.method == "GET" ? request.get_param_value("token") == token
                                   : request.get_header_value("X-Holdfast-Token") == token;
  }
  static void refuse(httplib::Response& response, int status, const char* what) {
    response.status = status;
    response.set_content(std::string(what) + "\n", "text/plain; charset=utf-8");
  }
  httplib::Server::HandlerResponse admit(const httplib::Request& request,
                                         httplib::Response& response) const {
    using enum httplib::Server::HandlerResponse;
    if (!is_ours(request)) {
      refuse(response, 403, "only the studio's own page may ask");
    } else if (!knows_token(request)) {
      refuse(response, 403, "open the address that `holdfast studio` has printed, with its token");
    } else {
      return Unhandled;
    }
    return Handled;
  }
};

namespace {

// httplib compresses what is plainly JSON, as well as it can: within one machine that takes three
// times as long as all else that a step takes beyond its search.
constexpr const char* kReplyType = "application/json; charset=utf-8";

void answer(Studio& studio, const httplib::Request& request, httplib::Response& response) {
  auto pending = std::make_shared<Pending>();
  pending->reply = std::async(std::launch::async,
                              [&studio, body = request.body, gone = pending->gone.get_token()] {
                                return studio.answer_text(body, gone);
                              });
  response.set_chunked_content_provider(
      kReplyType,
      [pending](std::size_t, httplib::DataSink& sink) {
        // Blanks before a JSON text mean nothing.
        if (pending->reply.wait_for(kHeartbeat) != std::future_status::ready) {
          return sink.write(" ", 1);
        }
        const std::string reply = pending->reply.get();
        sink.write(reply.data(), reply.size());
        sink.done();
        return true;
      },
      [pending](bool) { pending->gone.request_stop(); });
}

}  // namespace

Server::Server(Studio& studio, int port) : studio_(studio), http_(std::make_unique<Http>()) {
  httplib::Server& server = http_->server;
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  server.set_payload_max_length(kMostRequestBytes);
  server.set_tcp_nodelay(true);
  // Without SO_REUSEPORT, by which two servers would share a port unawares.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_default_headers({{"Cache-Control", "no-store"},
                              {"Content-Security-Policy", kPolicy},
                              {"Referrer-Policy", "no-referrer"},
                              {"X-Content-Type-Options", "nosniff"}});
  server.set_pre_routing_handler([http = http_.get()](const auto& request, auto& response) {
    return http->admit(request, response);
  });
  server.Get("/", [](const auto&, httplib::Response& response) {
    // By its length: what is set as a text is compressed.
    response.set_content_provider(page().size(), "text/html; charset=utf-8",
                                  [](std::size_t from, std::size_t count, httplib::DataSink& sink) {
                                    return sink.write(page().substr(from, count).data(), count);
                                  });
  });
  server.Post("/api", [&studio](const httplib::Request& request, httplib::Response& response) {
    answer(studio, request, response);
  });
  if (port == 0) {
    http_->port = server.bind_to_any_port("127.0.0.1");
  } else {
    http_->port = server.bind_to_port("127.0.0.1", port) ? port : -1;
  }
  if (http_->port <= 0) {
    throw InputError(fmt::format(
        "port {} is in use, or may not be taken; try another, or --port 0 for any that is free",
        port));
  }
}

Server::~Server() = default;

int Server::port() const { return http_->port; }

std::string Server::address() const {
  return fmt::format("http://{}/?token={}", http_->host(), http_->token);
}

void Server::serve(const std::function<bool()>& ended) {
  std::thread listener([&] { http_->server.listen_after_bind(); });
  while (!ended()) std::this_thread::sleep_for(kAsked);
  studio_.stop();
  // Before it runs it cannot be stopped.
  while (!http_->server.is_running()) std::this_thread::sleep_for(kAsked);
  http_->server.stop();
  listener.join();
}

}  // namespace holdfast::studio
