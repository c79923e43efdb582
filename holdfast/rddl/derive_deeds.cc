#include "holdfast/rddl/derive_deeds.h"

#include <algorithm>
#include <map>
#include <optional>

#include "holdfast/pomdp/action_set.h"
#include "holdfast/rddl/places.h"
#include "holdfast/rddl/word_names.h"

namespace holdfast::rddl {
namespace {

class DeedMaker {
 public:
  explicit DeedMaker(const GroundModel& model) : model_(model), program_(model.program) {
    // Actions that do what an earlier one does are left out.
    for (int a = 1; a < static_cast<int>(model.joint_actions.size()); ++a) {
      const std::vector<int>& changed = model.joint_actions[static_cast<std::size_t>(a)].changed;
      if (changed.size() == 1) action_of_bit_[changed.front()] = a;
    }
  }

  std::vector<DeedDraft> run() {
    deeds_.push_back({"noop", -1, {0}});
    for (const auto& [bit, action] : action_of_bit_) add(bit, action);
    return std::move(deeds_);
  }

 private:
  // What is true of this object and of no other of its type.
  std::optional<std::string> epithet(int type, int object) const {
    for (int f = 0; f < static_cast<int>(program_.fluents.size()); ++f) {
      const Fluent& fluent = program_.fluent(f);
      if (fluent.kind != FluentKind::constant || !fluent.is_boolean ||
          fluent.types != std::vector<int>{type}) {
        continue;
      }
      const std::vector<double>& values = program_.values[static_cast<std::size_t>(f)];
      if (values[static_cast<std::size_t>(object)] != 0 &&
          std::ranges::count(values, 0.0) == static_cast<int>(values.size()) - 1) {
        return rule_name(fluent.name);
      }
    }
    return std::nullopt;
  }
  bool has_epithets(int type) const {
    for (int o = 0; o < program_.object_count(type); ++o) {
      if (!epithet(type, o)) return false;
    }
    return true;
  }

  // Which parameter is the entity: the only one, or the last that cannot be part of the name.
  std::optional<std::size_t> entity_of(const Fluent& f,
                                       const std::vector<std::size_t>& free) const {
    if (free.size() == 1) return free[0];
    std::optional<std::size_t> entity;
    for (const std::size_t p : free) {
      if (has_epithets(f.types[p])) continue;
      if (entity) return std::nullopt;
      entity = p;
    }
    return entity ? *entity : free.back();
  }

  void add(int bit, int action) {
    const Bit& b = model_.actions[static_cast<std::size_t>(bit)];
    const Fluent& f = program_.fluent(b.fluent);
    const std::vector<int> objects = arguments_of(program_, b.fluent, b.index);
    const std::vector<int> parameters = free_parameters(program_, b.fluent);
    const std::vector<std::size_t> free(parameters.begin(), parameters.end());
    std::string name = rule_name(f.name);
    if (free.empty()) {
      deeds_.push_back({name, -1, {action}});
      return;
    }
    const std::optional<std::size_t> entity = entity_of(f, free);
    if (!entity) return;
    for (const std::size_t p : free) {
      if (p != *entity) name += "_" + *epithet(f.types[p], objects[p]);
    }
    DeedDraft& deed = deed_named(name, f.types[*entity]);
    deed.actions[static_cast<std::size_t>(objects[*entity])] = action;
  }

  DeedDraft& deed_named(const std::string& name, int type) {
    for (DeedDraft& d : deeds_) {
      if (d.name == name && d.type == type) return d;
    }
    const auto objects = static_cast<std::size_t>(program_.object_count(type));
    deeds_.push_back({name, type, std::vector<int>(objects, -1)});
    return deeds_.back();
  }

  const GroundModel& model_;
  const Program& program_;
  std::map<int, int> action_of_bit_;
  std::vector<DeedDraft> deeds_;
};

}  // namespace

std::vector<DeedDraft> derive_deeds(const GroundModel& model) { return DeedMaker(model).run(); }

}  // namespace holdfast::rddl
