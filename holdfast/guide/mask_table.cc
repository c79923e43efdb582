#include "holdfast/guide/mask_table.h"

#include <cstddef>
#include <map>

namespace holdfast {

MaskTable::MaskTable(const logic::CompiledTheory& theory, const LocalColumns& local)
    : program_(theory, local), compared_(static_cast<int>(program_.values().size())) {
  const int entities = theory.vocabulary().entity_count();
  width_ = entities <= 8 ? 8 : entities <= 16 ? 16 : 32;
  bits_.resize(program_.conditions().size());
}

bool MaskTable::fits() const {
  return program_.fits() && static_cast<int>(bits_.size()) * width_ <= 64 * kMostWords;
}

void MaskTable::add_values(const logic::Facts& facts, int entity) {
  for (const int column : program_.values()) {
    values_.push_back(static_cast<std::int16_t>(facts.value(column, entity)));
  }
}

void MaskTable::finish() {
  std::map<std::vector<bool>, int> different;
  std::vector<int> set_of_condition;
  for (const std::vector<bool>& bits : bits_) {
    const auto [at, fresh] = different.try_emplace(bits, sets_);
    if (fresh) ++sets_;
    set_of_condition.push_back(at->second);
  }
  program_.number_conditions(set_of_condition);
  const int each = 64 / width_;
  words_ = std::max(1, (sets_ + each - 1) / each);
  const auto entries = static_cast<std::size_t>(entries_);
  spread_.resize(entries * static_cast<std::size_t>(words_));
  for (const auto& [bits, set] : different) {
    for (std::size_t i = 0; i < entries; ++i) {
      const auto word = i * static_cast<std::size_t>(words_) + static_cast<std::size_t>(set / each);
      if (bits[i]) spread_[word] |= 1ULL << (set % each * width_);
    }
  }
  bits_.clear();
}

bool MaskTable::same(int i, int j) const {
  const auto alike = [&](const auto& all, std::ptrdiff_t each) {
    return std::equal(all.begin() + i * each, all.begin() + (i + 1) * each, all.begin() + j * each);
  };
  return alike(spread_, words_) && alike(values_, compared_);
}

}  // namespace holdfast
