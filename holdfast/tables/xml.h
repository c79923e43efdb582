// The part of XML that model files use: elements, attributes, text, comments and the five entities.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/tables/rows_in_progress.h"

namespace holdfast::tables {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::vector<XmlElement> children;
  // All text in it, without that of its children.
  std::string text;
  Position at;
  Position text_at;

  // The first child of this name, or null.
  const XmlElement* child(std::string_view wanted) const;
};

// The outermost element. Throws InputError with the place.
XmlElement parse_xml(std::string_view text, const std::string& file);

}  // namespace holdfast::tables
