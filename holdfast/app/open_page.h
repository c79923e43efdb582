// Opens a page in the person's browser.
#pragma once

#include <string>

namespace holdfast::app {

// By xdg-open, in the background; says the address on standard error if that cannot be started.
void open_page(const std::string& address);

}  // namespace holdfast::app
