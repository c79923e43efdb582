#include "holdfast/domains/offer.h"

#include <utility>

namespace holdfast {
namespace {

// Made by whoever comes first: files are initialised in any order.
std::vector<DomainInfo>& offers() {
  static std::vector<DomainInfo> all;
  return all;
}

}  // namespace

void offer_domain(DomainInfo info) { offers().push_back(std::move(info)); }

std::vector<DomainInfo> take_offers() { return std::exchange(offers(), {}); }

}  // namespace holdfast
