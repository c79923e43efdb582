// The server by itself, without a browser: whom it answers, and what becomes of searches.
#include "holdfast/studio/server.h"

#include <gtest/gtest.h>
#include <httplib.h>

#include <atomic>
#include <thread>

#include "holdfast/base/error.h"

namespace holdfast::studio {
namespace {

using nlohmann::json;

class ServerTest : public ::testing::Test {
 protected:
  ServerTest()
      : server_(studio_, 0), thread_([this] { server_.serve([this] { return end_.load(); }); }) {
    const std::string address = server_.address();
    token_ = address.substr(address.find('=') + 1);
    client().set_read_timeout(300);
  }
  ~ServerTest() override { finish(); }

  void finish() {
    end_ = true;
    if (thread_.joinable()) thread_.join();
  }
  httplib::Client& client() { return client_; }
  httplib::Headers token() const { return {{"X-Holdfast-Token", token_}}; }
  int status(const httplib::Headers& headers, const std::string& body = "{\"do\":\"about\"}") {
    const httplib::Result result = client().Post("/api", headers, body, "application/json");
    return result ? result->status : -1;
  }
  json ask(const json& request) {
    const httplib::Result result =
        client().Post("/api", token(), request.dump(), "application/json");
    return result ? json::parse(result->body) : json("no answer");
  }

  Studio studio_;
  Server server_;
  std::atomic<bool> end_{false};
  std::thread thread_;
  std::string token_;
  httplib::Client client_{"127.0.0.1", server_.port()};
};

TEST_F(ServerTest, AnswersItsOwnPageAlone) {
  EXPECT_EQ(client().Get("/?token=" + token_)->status, 200);
  EXPECT_EQ(client().Get("/")->status, 403);
  EXPECT_EQ(client().Get("/?token=" + token_ + "0")->status, 403);
  EXPECT_EQ(client().Get("/other?token=" + token_)->status, 404);
  EXPECT_EQ(status(token()), 200);
  EXPECT_EQ(status({}), 403);
  EXPECT_EQ(status({{"X-Holdfast-Token", "wrong"}}), 403);
  const std::string port = std::to_string(server_.port());
  const auto with = [&](const char* name, const std::string& value) {
    httplib::Headers headers = token();
    headers.emplace(name, value);
    return status(headers);
  };
  EXPECT_EQ(with("Origin", "http://127.0.0.1:" + port), 200);
  EXPECT_EQ(with("Origin", "http://localhost:" + port), 200);
  EXPECT_EQ(with("Origin", "https://example.org"), 403);
  EXPECT_EQ(with("Origin", "null"), 403);
  EXPECT_EQ(with("Host", "example.org:" + port), 403);
}

TEST_F(ServerTest, PageMayAskNobodyElse) {
  const auto page = client().Get("/?token=" + token_);
  EXPECT_NE(page->get_header_value("Content-Security-Policy").find("default-src 'none'"),
            std::string::npos);
  EXPECT_NE(page->body.find("<title>Holdfast studio"), std::string::npos);
}

// Within one machine that takes time, and saves none.
TEST_F(ServerTest, NothingIsCompressed) {
  httplib::Headers headers = token();
  headers.emplace("Accept-Encoding", "br, gzip, deflate");
  const auto page = client().Get("/?token=" + token_, headers);
  EXPECT_FALSE(page->has_header("Content-Encoding"));
  EXPECT_EQ(page->body.substr(page->body.size() - 8), "</html>\n");
  const auto reply = client().Post("/api", headers, "{\"do\":\"about\"}", "application/json");
  EXPECT_FALSE(reply->has_header("Content-Encoding"));
  EXPECT_TRUE(json::parse(reply->body).contains("version"));
}

TEST_F(ServerTest, BrokenAndOversizedRequestsAreRefused) {
  EXPECT_TRUE(ask(json::array()).contains("error"));
  const auto broken = client().Post("/api", token(), "{\"do\":", "application/json");
  EXPECT_TRUE(json::parse(broken->body).contains("error"));
  EXPECT_EQ(status(token(), std::string(std::size_t{2} << 20, ' ')), 413);
  EXPECT_FALSE(ask({{"do", "about"}}).contains("error"));
}

TEST_F(ServerTest, PortInUseIsAMistakeInTheCall) {
  EXPECT_THROW(Server(studio_, server_.port()), InputError);
}

// A search of 100 s ends because nobody waits for it: else the next request would wait.
TEST_F(ServerTest, SearchEndsWhenTheBrowserGoesAway) {
  const json id = ask({{"do", "start"}, {"domain", "tiger"}, {"settings", {{"time", 100}}}})["id"];
  {
    httplib::Client hasty("127.0.0.1", server_.port());
    hasty.set_read_timeout(0, 300'000);
    const json decide{{"do", "decide"}, {"id", id}};
    std::atomic<int> blanks = 0;
    // Takes the first blank, and goes.
    httplib::Request request;
    request.method = "POST";
    request.path = "/api";
    request.headers = token();
    request.headers.emplace("Content-Type", "application/json");
    request.body = decide.dump();
    request.content_receiver = [&](const char*, std::size_t, std::uint64_t, std::uint64_t) {
      return ++blanks < 2;
    };
    hasty.send(request);
  }
  const json reply = ask({{"do", "look"}, {"id", id}});
  EXPECT_FALSE(reply.contains("error")) << reply;
}

// The end of the server does not wait for a search either.
TEST_F(ServerTest, EndsInMidSearch) {
  const json id = ask({{"do", "start"}, {"domain", "tiger"}, {"settings", {{"time", 100}}}})["id"];
  std::thread asking([&] { ask({{"do", "decide"}, {"id", id}}); });
  finish();
  asking.join();
}

}  // namespace
}  // namespace holdfast::studio
