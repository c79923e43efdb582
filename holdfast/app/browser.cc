#include "holdfast/app/browser.h"

#include <httplib.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <thread>

namespace holdfast::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr auto kLimit = std::chrono::minutes(3);

// Asks again and again until the answer is not null; null if the limit was reached.
json poll(const std::function<json()>& ask) {
  const auto end = std::chrono::steady_clock::now() + kLimit;
  for (;;) {
    json answer = ask();
    if (!answer.is_null() || std::chrono::steady_clock::now() > end) return answer;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

// The driver chooses a free port and says so.
int port_of(const ChildProcess& driver) {
  const std::string words = "successfully on port ";
  const json port = poll([&]() -> json {
    const std::string output = driver.output();
    const std::size_t at = output.find(words);
    if (at == std::string::npos || output.find('.', at) == std::string::npos) return nullptr;
    return std::stoi(output.substr(at + words.size()));
  });
  if (port.is_null()) throw std::runtime_error("chromedriver did not start: " + driver.output());
  return port;
}

json capabilities(const fs::path& profile, Browser::Size size) {
  json options{
      {"browserStartupTimeout", std::chrono::milliseconds(kLimit).count()},
      {"args",
       {"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic",
        "--no-first-run", "--disable-background-networking", "--disable-component-update",
        "--disable-sync", "--user-data-dir=" + profile.string(),
        "--window-size=" + std::to_string(size.width) + "," + std::to_string(size.height)}}};
  // No window is narrower than this; a phone's page is.
  constexpr int kNarrowest = 500;
  if (size.width < kNarrowest) {
    options["mobileEmulation"] = {
        {"deviceMetrics", {{"width", size.width}, {"height", size.height}, {"pixelRatio", 2}}}};
  }
  return {{"browserName", "chrome"},
          {"goog:chromeOptions", options},
          {"goog:loggingPrefs", {{"browser", "ALL"}, {"performance", "ALL"}}}};
}

std::string quoted(const std::string& text) { return json(text).dump(); }

// "document.querySelector('…')", which may be null.
std::string first(const std::string& selector) {
  return "document.querySelector(" + quoted(selector) + ")";
}

std::string from_base64(const std::string& text) {
  const std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << 6 | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

// What a request of the page asks for; empty if it stays within the page.
std::string asked_for(const json& event, const std::string& page) {
  if (event.at("method") == "Network.webSocketCreated") return event.at("params").at("url");
  if (event.at("method") != "Network.requestWillBeSent") return {};
  const json& request = event.at("params");
  const std::string url = request.at("request").at("url");
  // The browser's own start page asks for a lot.
  const bool own = request.at("documentURL").get<std::string>().starts_with("chrome:");
  return own || url == page || url.starts_with("data:") ? std::string() : url;
}

// Text of less than 4.5 to 1 on what is behind it.
constexpr const char* kPoorContrast = R"js((() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const plain = (c) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v /= 255, v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = plain(getComputedStyle(e).backgroundColor);
      if (c[3] > 0.95) return c;
    }
    return plain(getComputedStyle(document.body).backgroundColor);
  };
  const poor = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !e.checkVisibility() || e.closest('[role=img],textarea,:disabled,title,option')) continue;
    const style = getComputedStyle(e);
    const colour = plain(e.ownerSVGElement ? style.fill : style.color);
    const [a, b] = [light(colour), light(ground(e))].sort((p, q) => q - p);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) poor.add(`${ratio.toFixed(2)} ${e.tagName}.${e.getAttribute('class')} ${e.textContent.slice(0, 20)}`);
  }
  return [...poor];
})())js";

}  // namespace

bool Browser::installed() {
  return run({"chromedriver", "--version"}).exit_code == 0 &&
         run({"chromium", "--version"}).exit_code == 0;
}

Browser::Browser(Size size)
    : driver_({"chromedriver", "--port=0"}),
      http_(std::make_unique<httplib::Client>("127.0.0.1", port_of(driver_))) {
  http_->set_read_timeout(2 * kLimit);
  const json session =
      call("POST", "", {{"capabilities", {{"alwaysMatch", capabilities(profile_.path(), size)}}}});
  session_ = "/" + session.at("sessionId").get<std::string>();
  chromium_ = session.at("capabilities").at("goog:processID");
}

Browser::~Browser() {
  const httplib::Result closed = http_->Delete("/session" + session_);
  if (!closed && chromium_ > 0) ::kill(chromium_, SIGKILL);
  driver_.kill();
}

json Browser::call(const char* method, const std::string& path, const json& body) {
  const std::string whole = "/session" + session_ + path;
  const httplib::Result result =
      std::string(method) == "GET"
          ? http_->Get(whole)
          : http_->Post(whole, body.is_null() ? "{}" : body.dump(), "application/json");
  if (!result) throw std::runtime_error("chromedriver does not answer: " + path);
  const json value = json::parse(result->body).at("value");
  if (result->status != 200) {
    throw std::runtime_error(path + " " + body.dump() + ": " +
                             value.at("message").get<std::string>());
  }
  return value;
}

void Browser::open(const std::string& url) {
  read_logs();
  errors_.clear();
  requests_.clear();
  // Requests are told without the place in the page.
  url_ = url.substr(0, url.find('#'));
  call("POST", "/url", {{"url", url}});
}

json Browser::evaluate(const std::string& expression) {
  return call("POST", "/execute/sync",
              {{"script", "return (" + expression + ")"}, {"args", json::array()}});
}

json Browser::wait_until(const std::string& expression) {
  const json answer = poll([&] { return evaluate("(" + expression + ") || null"); });
  if (!answer.is_null()) return answer;
  std::string said = text("body").substr(0, 2000);
  for (const std::string& error : errors()) said += "\n" + error;
  throw std::runtime_error("waited in vain for " + expression + "; the page says:\n" + said);
}

void Browser::wait_for(const std::string& selector) { wait_until("!!" + first(selector)); }

void Browser::wait_for_text(const std::string& selector, const std::string& text) {
  wait_until(first(selector) + "?.textContent.includes(" + quoted(text) + ")");
}

void Browser::wait_until_gone(const std::string& selector) { wait_until("!" + first(selector)); }

std::string Browser::find(const std::string& selector) {
  wait_for(selector);
  const json element = call("POST", "/element", {{"using", "css selector"}, {"value", selector}});
  return "/element/" + element.begin().value().get<std::string>();
}

void Browser::click(const std::string& selector) { call("POST", find(selector) + "/click"); }

void Browser::focus(const std::string& selector) {
  wait_for(selector);
  evaluate(first(selector) + ".focus()");
}

void Browser::press(const std::string& key, const std::string& held) {
  json strokes = json::array();
  const auto stroke = [&](const char* type, const std::string& which) {
    if (!which.empty()) strokes.push_back({{"type", type}, {"value", which}});
  };
  stroke("keyDown", held);
  stroke("keyDown", key);
  stroke("keyUp", key);
  stroke("keyUp", held);
  call("POST", "/actions",
       {{"actions", {{{"type", "key"}, {"id", "keyboard"}, {"actions", strokes}}}}});
}

void Browser::type_keys(const std::string& text) {
  for (const char c : text) press(c == '\n' ? kEnter : std::string(1, c));
}

void Browser::tab_to(const std::string& selector) {
  wait_for(selector);
  // More than any page of ours has stops.
  for (int stops = 0; stops < 300; ++stops) {
    if (evaluate("document.activeElement.matches(" + quoted(selector) + ")")) return;
    press(kTab);
  }
  throw std::runtime_error("Tab does not reach " + selector);
}

void Browser::open_tab(const std::string& url) {
  const json tab = call("POST", "/window/new", {{"type", "tab"}});
  call("POST", "/window", {{"handle", tab.at("handle")}});
  call("POST", "/url", {{"url", url}});
}

void Browser::use_tab(std::size_t number) {
  call("POST", "/window", {{"handle", call("GET", "/window/handles").at(number)}});
}

void Browser::type(const std::string& selector, const std::string& text) {
  call("POST", find(selector) + "/value", {{"text", text}});
}

int Browser::count(const std::string& selector) {
  return evaluate("document.querySelectorAll(" + quoted(selector) + ").length");
}

std::string Browser::text(const std::string& selector) {
  return evaluate(first(selector) + "?.innerText ?? ''");
}

json Browser::poor_contrast() { return evaluate(kPoorContrast); }

void Browser::save_screenshot(const fs::path& png) {
  std::ofstream(png, std::ios::binary) << from_base64(call("GET", "/screenshot"));
}

void Browser::read_logs() {
  for (const json& entry : call("POST", "/se/log", {{"type", "browser"}})) {
    if (entry.at("level") != "SEVERE" && entry.at("level") != "WARNING") continue;
    errors_.push_back(entry.at("message"));
  }
  for (const json& entry : call("POST", "/se/log", {{"type", "performance"}})) {
    const json event = json::parse(entry.at("message").get<std::string>()).at("message");
    const std::string url = asked_for(event, url_);
    if (!url.empty()) requests_.push_back(url);
  }
}

const std::vector<std::string>& Browser::errors() {
  read_logs();
  return errors_;
}

const std::vector<std::string>& Browser::requests() {
  read_logs();
  return requests_;
}

}  // namespace holdfast::app
