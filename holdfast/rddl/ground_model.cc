#include "holdfast/rddl/ground_model.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"
#include "holdfast/rddl/grounder.h"
#include "holdfast/rddl/joint_actions.h"
#include "holdfast/rddl/names.h"

namespace holdfast::rddl {
namespace {

class ModelGrounder {
 public:
  ModelGrounder(Program program, const Limits& limits) : limits_(limits) {
    model_.program = std::move(program);
  }

  GroundModel run() {
    check_size();
    number_bits();
    Grounder grounder(program(), first_bit_, model_.pool);
    for (const Cpf& cpf : program().cpfs) add_formulas(grounder, cpf);
    model_.reward_formula = grounder.ground(program().reward);
    for (const Expression& e : program().constraints) add_constraint(grounder.ground(e), e);
    add_joint_actions(model_, limits_.joint_actions);
    return std::move(model_);
  }

 private:
  const Program& program() const { return model_.program; }

  // An estimate before anything is made.
  void check_size() const {
    double visits = Grounder::visits(program(), program().reward);
    for (const Expression& e : program().constraints) visits += Grounder::visits(program(), e);
    double bits = 0;
    for (const Cpf& cpf : program().cpfs) {
      const Fluent& f = program().fluent(cpf.fluent);
      visits += f.ground_count * Grounder::visits(program(), cpf.body);
      if (f.kind == FluentKind::state) bits += f.ground_count;
    }
    if (visits > limits_.formula_visits) {
      throw InputError(fmt::format(
          "{} is too large: its ground formulas have up to {:.3g} parts, and the limit is {:.3g}",
          program().instance, visits, limits_.formula_visits));
    }
    if (bits > limits_.state_bits) {
      throw InputError(fmt::format("{} is too large: its state has {} bits, and the limit is {}",
                                   program().instance, bits, limits_.state_bits));
    }
  }

  void number_bits() {
    for (std::size_t f = 0; f < program().fluents.size(); ++f) {
      std::vector<Bit>* bits = bits_of(program().fluents[f].kind);
      first_bit_.push_back(bits ? static_cast<int>(bits->size()) : 0);
      for (int i = 0; bits && i < program().fluents[f].ground_count; ++i) {
        bits->push_back({static_cast<int>(f), i});
      }
    }
    for (const Bit& bit : model_.state) {
      model_.initial.push_back(program().values[static_cast<std::size_t>(bit.fluent)]
                                               [static_cast<std::size_t>(bit.index)] != 0);
    }
  }

  std::vector<Bit>* bits_of(FluentKind kind) {
    switch (kind) {
      case FluentKind::state:
        return &model_.state;
      case FluentKind::action:
        return &model_.actions;
      case FluentKind::observation:
        return &model_.observation;
      default:
        return nullptr;
    }
  }

  // One for each ground fluent; formulas are in the order of fluents, as bits are.
  void add_formulas(Grounder& grounder, const Cpf& cpf) {
    const Fluent& f = program().fluent(cpf.fluent);
    std::vector<Ref>& formulas =
        f.kind == FluentKind::state ? model_.transition_formulas : model_.observation_formulas;
    for (int index = 0; index < f.ground_count; ++index) {
      std::vector<int> objects(f.types.size());
      int rest = index;
      for (std::size_t i = f.types.size(); i-- > 0;) {
        const int count = program().object_count(f.types[i]);
        objects[i] = rest % count;
        rest /= count;
      }
      formulas.push_back(grounder.ground(cpf.body, std::move(objects)));
    }
  }

  // Constraints that read no action say what is always so; they restrict nobody.
  void add_constraint(Ref formula, const Expression& e) {
    if (formula == Pool::kFalse) {
      fail(
          program().file, e.at,
          fmt::format("this constraint does not hold in {}, whatever is done", program().instance));
    }
    if (model_.pool.node(formula).reads_action) model_.constraint_formulas.push_back(formula);
  }

  Limits limits_;
  GroundModel model_;
  std::vector<int> first_bit_;
};

}  // namespace

std::string GroundModel::action_name(int joint_action) const {
  const JointAction& joint = joint_actions[static_cast<std::size_t>(joint_action)];
  std::string all;
  for (const int bit : joint.changed) {
    all += (all.empty() ? "" : "+") + name(actions[static_cast<std::size_t>(bit)]);
  }
  return all.empty() ? "noop" : all;
}

std::vector<Ref> with_changes(const std::vector<Ref>& noop,
                              const std::vector<std::pair<int, Ref>>& different) {
  std::vector<Ref> all = noop;
  for (const auto& [bit, formula] : different) all[static_cast<std::size_t>(bit)] = formula;
  return all;
}

GroundModel ground(Program program, const Limits& limits) {
  return ModelGrounder(std::move(program), limits).run();
}

}  // namespace holdfast::rddl
