// Errors about a value get the place where it stands.
#pragma once

#include <type_traits>

#include "holdfast/base/error.h"
#include "holdfast/logic/parser.h"

namespace holdfast::learn {

template <class Make>
std::invoke_result_t<Make> located(const logic::Parser& parser, logic::Position at, Make&& make) {
  try {
    return make();
  } catch (const InputError& e) {
    parser.fail(at, e.what());
  }
}

}  // namespace holdfast::learn
