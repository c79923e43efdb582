#include "holdfast/tables/xml.h"

#include <fmt/format.h>

#include <array>

#include "holdfast/base/character_reader.h"

namespace holdfast::tables {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == ':';
}

class XmlReader : CharacterReader<Position> {
 public:
  XmlReader(std::string_view text, const std::string& file) : CharacterReader(text, file) {}

  XmlElement run() {
    skip_outside();
    if (peek() != '<') fail(position_, "expected an element such as <pomdpx>");
    XmlElement root = element(0);
    skip_outside();
    if (!at_end()) fail(position_, fmt::format("expected nothing after </{}>", root.name));
    return root;
  }

 private:
  static constexpr int kDeepest = 200;

  bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }

  // Takes everything up to and including `end`.
  std::string through(std::string_view end, const char* what) {
    const Position start = position_;
    std::string taken;
    while (!starts(end)) {
      if (at_end()) fail(start, fmt::format("this {} never ends; expected \"{}\"", what, end));
      taken += take();
    }
    take(end.size());
    return taken;
  }

  // Comments and the like; whether there was one.
  bool skip_remark() {
    if (starts("<!--")) return through("-->", "comment"), true;
    if (starts("<?")) return through("?>", "instruction"), true;
    if (starts("<!DOCTYPE")) return through(">", "declaration"), true;
    return false;
  }
  void skip_blanks() {
    while (!at_end() && is_blank(peek())) take();
  }
  void skip_outside() {
    do {
      skip_blanks();
    } while (skip_remark());
  }

  std::string name() {
    const Position start = position_;
    std::string result;
    while (is_name(peek())) result += take();
    if (result.empty()) fail(start, "expected a name");
    return result;
  }

  char entity() {
    static constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
        {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    for (const auto& [text, c] : kEntities) {
      if (!starts(text)) continue;
      take(text.size());
      return c;
    }
    fail(position_, "'&' is written as &amp;");
  }

  std::string quoted() {
    const Position start = position_;
    const char quote = peek();
    if (quote != '"' && quote != '\'') fail(start, "expected a value in quotes");
    take();
    std::string value;
    while (peek() != quote || at_end()) {
      if (at_end()) fail(start, "this value never ends; expected a quote");
      value += peek() == '&' ? entity() : take();
    }
    take();
    return value;
  }

  // At its '<'.
  XmlElement element(int depth) {
    XmlElement result;
    result.at = position_;
    if (depth > kDeepest) fail(position_, "elements are nested too deeply");
    take();
    result.name = name();
    for (skip_blanks(); peek() != '>' && peek() != '/'; skip_blanks()) {
      if (at_end()) fail(result.at, fmt::format("<{} never ends; expected '>'", result.name));
      const Position here = position_;
      const std::string key = name();
      skip_blanks();
      if (peek() != '=') fail(position_, fmt::format("expected '=' after {}", key));
      take();
      skip_blanks();
      if (!result.attributes.emplace(key, quoted()).second) {
        fail(here, fmt::format("{} stands twice in <{}>", key, result.name));
      }
    }
    if (take() == '/') {
      if (peek() != '>') fail(position_, "expected '>' after '/'");
      take();
      return result;
    }
    content(result, depth);
    return result;
  }

  void content(XmlElement& parent, int depth) {
    parent.text_at = position_;
    while (!starts("</")) {
      if (at_end()) {
        fail(parent.at, fmt::format("<{0}> never ends; expected </{0}>", parent.name));
      }
      if (skip_remark()) continue;
      if (starts("<![CDATA[")) {
        take(9);
        parent.text += through("]]>", "CDATA");
      } else if (peek() == '<') {
        parent.children.push_back(element(depth + 1));
      } else {
        if (parent.text.empty() && is_blank(peek())) {
          take();
          parent.text_at = position_;
          continue;
        }
        parent.text += peek() == '&' ? entity() : take();
      }
    }
    const Position end = position_;
    take(2);
    if (name() != parent.name) {
      fail(end,
           fmt::format("expected </{}>, which was opened in line {}", parent.name, parent.at.line));
    }
    skip_blanks();
    if (peek() != '>') fail(position_, "expected '>'");
    take();
  }
};

}  // namespace

const XmlElement* XmlElement::child(std::string_view wanted) const {
  for (const XmlElement& c : children) {
    if (c.name == wanted) return &c;
  }
  return nullptr;
}

XmlElement parse_xml(std::string_view text, const std::string& file) {
  return XmlReader(text, file).run();
}

}  // namespace holdfast::tables
