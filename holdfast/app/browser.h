// For tests of pages: a real browser (Chromium), driven by WebDriver as a person would use it.
// Nothing here sleeps for a fixed time: every step waits for what it needs, up to a limit that only
// a page that never gets there reaches, however busy the machine is.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "holdfast/app/child_process.h"
#include "holdfast/base/temporary_folder.h"

namespace httplib {
class Client;
}

namespace holdfast::app {

class Browser {
 public:
  struct Size {
    int width = 1400;
    int height = 900;
  };
  // Keys that are not characters, for press().
  static constexpr const char* kEnter = "\uE007";
  static constexpr const char* kEscape = "\uE00C";
  static constexpr const char* kTab = "\uE004";
  static constexpr const char* kControl = "\uE009";
  static constexpr const char* kSpace = " ";
  static constexpr const char* kEnd = "\uE010";
  static constexpr const char* kHome = "\uE011";
  static constexpr const char* kLeft = "\uE012";
  static constexpr const char* kRight = "\uE014";

  // Whether this machine has Chromium and its driver (packages.txt names both).
  static bool installed();

  // A window of this size with a fresh profile. Throws std::runtime_error, as everything below
  // does, with what was wanted and what the page said.
  explicit Browser(Size size);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  // Loads a page, and forgets the errors and requests of the one before.
  void open(const std::string& url);

  // Waits until a JavaScript expression is true in the page, and returns its value.
  nlohmann::json wait_until(const std::string& expression);
  // Waits until something matches the selector.
  void wait_for(const std::string& selector);
  // Waits until the first that matches has this in its text.
  void wait_for_text(const std::string& selector, const std::string& text);
  void wait_until_gone(const std::string& selector);

  // The first that matches: waited for, scrolled to, and clicked with the mouse. Fails if something
  // else would take the click.
  void click(const std::string& selector);
  void focus(const std::string& selector);
  // One key, to whatever has the focus; perhaps while another one is held.
  void press(const std::string& key, const std::string& held = "");
  // Keys one after the other, to whatever has the focus.
  void type_keys(const std::string& text);
  // Presses Tab until what matches has the focus, as people do who have no mouse.
  void tab_to(const std::string& selector);
  // Clicks a field and types.
  void type(const std::string& selector, const std::string& text);

  // Another tab, or the one of this number from 0 on, is the one that is used from now on.
  void open_tab(const std::string& url);
  void use_tab(std::size_t number);

  // The value of a JavaScript expression in the page.
  nlohmann::json evaluate(const std::string& expression);
  int count(const std::string& selector);
  std::string text(const std::string& selector);

  // Texts that stand out too little, with their contrast (WCAG wants 4.5): but for pictures of
  // worlds, and for what cannot be used now.
  nlohmann::json poor_contrast();

  void save_screenshot(const std::filesystem::path& png);

  // What went wrong since open(): errors and warnings on the console, exceptions that nobody
  // caught, things that the page's security policy blocked.
  const std::vector<std::string>& errors();
  // What the page asked for since open(), but for itself and for data: addresses.
  const std::vector<std::string>& requests();

 private:
  nlohmann::json call(const char* method, const std::string& path,
                      const nlohmann::json& body = nullptr);
  std::string find(const std::string& selector);
  // Moves what the driver has logged to errors_ and requests_.
  void read_logs();

  TemporaryFolder profile_;
  ChildProcess driver_;
  std::unique_ptr<httplib::Client> http_;
  std::string session_;
  pid_t chromium_ = -1;
  std::string url_;
  std::vector<std::string> errors_;
  std::vector<std::string> requests_;
};

}  // namespace holdfast::app
