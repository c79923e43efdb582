#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/rddl/expression_resolver.h"
#include "holdfast/rddl/names.h"
#include "holdfast/rddl/program.h"

namespace holdfast::rddl {
namespace {

// Of all fluents: each has a value in a table.
constexpr std::int64_t kMostGroundFluents = 10'000'000;

class Resolver {
 public:
  explicit Resolver(Blocks blocks)
      : domain_(take_only(blocks.domains, "domain")),
        instance_(take_only(blocks.instances, "instance")),
        constants_(take_constants(blocks.constants)) {}

  Program run() {
    program_.file = domain_.file;
    program_.domain = domain_.name.text;
    program_.instance = instance_.name.text;
    program_.most_actions = instance_.most_actions;
    program_.horizon = instance_.horizon;
    program_.discount = instance_.discount;
    add_types();
    add_objects(constants_.objects, constants_.file);
    add_objects(instance_.objects, instance_.file);
    for (const FluentDeclaration& f : domain_.fluents) add_fluent(f);
    assign(constants_.values, constants_.file, FluentKind::constant);
    assign(instance_.initial, instance_.file, FluentKind::state);
    for (Formula& f : domain_.formulas) add_formula(f);
    finish_formulas();
    return std::move(program_);
  }

 private:
  template <class Block>
  static Block take_only(std::vector<Block>& blocks, const char* what) {
    if (blocks.empty()) {
      throw InputError(fmt::format("there is no {} in these files; expected one", what));
    }
    if (blocks.size() > 1) {
      fail(blocks[1].file, blocks[1].name.at,
           fmt::format("{} is the second {}, after {}; expected one", blocks[1].name.text, what,
                       blocks[0].name.text));
    }
    return std::move(blocks[0]);
  }

  void check_domain(const std::string& file, const Name& named, const std::string& what) const {
    if (named.text == domain_.name.text) return;
    fail(file, named.at,
         fmt::format("{} is of domain {}, but the domain here is {} ({})", what, named.text,
                     domain_.name.text, domain_.file));
  }

  // The block that the instance names; without one, nothing.
  Constants take_constants(std::vector<Constants>& all) const {
    check_domain(instance_.file, instance_.domain, instance_.name.text);
    const Name& named = instance_.constants;
    if (named.text.empty()) return {};
    NameTable names("non-fluents block");
    for (const Constants& c : all) names.add(c.name, c.file);
    Constants& found = all[static_cast<std::size_t>(names.at(named, instance_.file))];
    if (!found.domain.text.empty()) check_domain(found.file, found.domain, found.name.text);
    return std::move(found);
  }

  void add_types() {
    for (const Name& type : domain_.types) {
      types_.add(type, domain_.file);
      program_.types.push_back({type.text, {}});
      objects_.emplace_back("object of this type");
    }
  }

  void add_objects(const std::vector<Objects>& all, const std::string& file) {
    for (const Objects& o : all) {
      const auto t = static_cast<std::size_t>(types_.at(o.type, file));
      for (const Name& name : o.names) {
        objects_[t].add(name, file);
        program_.types[t].objects.push_back(name.text);
      }
    }
  }

  void add_fluent(const FluentDeclaration& declared) {
    fluents_.add(declared.name, domain_.file);
    Fluent f{declared.name.text, declared.kind, declared.is_boolean, declared.default_value, {}, 1};
    std::int64_t count = 1;
    for (const Name& type : declared.types) {
      f.types.push_back(types_.at(type, domain_.file));
      count = std::min(count * program_.object_count(f.types.back()), 2 * kMostGroundFluents);
    }
    ground_fluents_ += count;
    if (ground_fluents_ > kMostGroundFluents) {
      fail(domain_.file, declared.name.at,
           fmt::format("with {} there are more than {} ground fluents in this instance; that is "
                       "too large",
                       f.name, kMostGroundFluents));
    }
    f.ground_count = static_cast<int>(count);
    program_.values.emplace_back(static_cast<std::size_t>(count), f.default_value);
    program_.fluents.push_back(std::move(f));
  }

  void assign(const std::vector<Assignment>& all, const std::string& file, FluentKind kind) {
    std::vector<std::vector<bool>> given(program_.fluents.size());
    for (const Assignment& a : all) {
      const auto f = static_cast<std::size_t>(fluents_.at(a.fluent, file));
      check_assignment(a, program_.fluents[f], file, kind);
      const auto i = static_cast<std::size_t>(ground_index(a, static_cast<int>(f), file));
      given[f].resize(program_.values[f].size());
      // The competition's own files repeat themselves.
      if (given[f][i] && program_.values[f][i] != a.value) {
        fail(file, a.fluent.at,
             fmt::format("{} is given twice, with different values",
                         program_.ground_name(static_cast<int>(f), static_cast<int>(i))));
      }
      given[f][i] = true;
      program_.values[f][i] = a.value;
    }
  }

  void check_assignment(const Assignment& a, const Fluent& f, const std::string& file,
                        FluentKind kind) const {
    if (f.kind != kind) {
      fail(file, a.fluent.at,
           fmt::format("{} is a {}; expected a {} here", f.name, to_string(f.kind),
                       to_string(kind)));
    }
    if (a.is_boolean != f.is_boolean) {
      fail(file, a.fluent.at,
           fmt::format("the value of {} must be {}", f.name,
                       f.is_boolean ? "true or false" : "a number"));
    }
    if (a.arguments.size() != f.types.size()) {
      fail(file, a.fluent.at,
           fmt::format("{} takes {} arguments, found {}", f.name, f.types.size(),
                       a.arguments.size()));
    }
  }

  int ground_index(const Assignment& a, int f, const std::string& file) const {
    std::vector<int> arguments;
    for (std::size_t i = 0; i < a.arguments.size(); ++i) {
      const int type = program_.fluent(f).types[i];
      check_type(a.arguments[i], type, file);
      arguments.push_back(objects_[static_cast<std::size_t>(type)].at(a.arguments[i], file));
    }
    return program_.ground_index(f, arguments);
  }

  void check_type(const Name& object, int type, const std::string& file) const {
    if (objects_[static_cast<std::size_t>(type)].find(object.text) >= 0) return;
    for (std::size_t other = 0; other < objects_.size(); ++other) {
      if (objects_[other].find(object.text) < 0) continue;
      fail(file, object.at,
           fmt::format("expected an object of type {}, but {} is one of {}",
                       program_.type(type).name, object.text, program_.types[other].name));
    }
  }

  void add_formula(Formula& formula) {
    const int f = fluents_.at(formula.fluent, domain_.file);
    const Fluent& fluent = program_.fluent(f);
    check_head(formula, fluent);
    const Scope scope{program_, types_, fluents_, objects_};
    ExpressionResolver resolver(
        scope, fluent.kind == FluentKind::state ? Where::transition : Where::observation);
    for (std::size_t i = 0; i < formula.variables.size(); ++i) {
      resolver.bind(formula.variables[i], fluent.types[i]);
    }
    resolver.resolve_distribution(formula.body);
    formulas_.add(formula.fluent, domain_.file);
    program_.cpfs.push_back({f, std::move(formula.body)});
  }

  void check_head(const Formula& formula, const Fluent& f) const {
    const bool is_state = f.kind == FluentKind::state;
    if (!is_state && f.kind != FluentKind::observation) {
      fail(domain_.file, formula.fluent.at,
           fmt::format("{} is a {}, which has no formula", f.name, to_string(f.kind)));
    }
    if (formula.primed != is_state) {
      fail(domain_.file, formula.fluent.at,
           fmt::format("the formula of a {} starts with {}{}", to_string(f.kind), f.name,
                       is_state ? "'" : ", without '"));
    }
    if (formula.variables.size() != f.types.size()) {
      fail(domain_.file, formula.fluent.at,
           fmt::format("{} takes {} arguments, found {}", f.name, f.types.size(),
                       formula.variables.size()));
    }
  }

  void finish_formulas() {
    for (const FluentDeclaration& f : domain_.fluents) {
      if (f.kind != FluentKind::state && f.kind != FluentKind::observation) continue;
      if (formulas_.find(f.name.text) < 0) {
        fail(domain_.file, f.name.at, fmt::format("{} has no formula in cpfs", f.name.text));
      }
    }
    std::sort(program_.cpfs.begin(), program_.cpfs.end(),
              [](const Cpf& a, const Cpf& b) { return a.fluent < b.fluent; });
    const Scope scope{program_, types_, fluents_, objects_};
    ExpressionResolver(scope, Where::reward).resolve_number(domain_.reward);
    program_.reward = std::move(domain_.reward);
    for (Expression& c : domain_.constraints) {
      ExpressionResolver(scope, Where::constraint).resolve_condition(c);
    }
    program_.constraints = std::move(domain_.constraints);
  }

  Domain domain_;
  Instance instance_;
  Constants constants_;
  Program program_;
  NameTable types_{"type"};
  NameTable fluents_{"fluent"};
  NameTable formulas_{"formula of"};
  std::vector<NameTable> objects_;
  std::int64_t ground_fluents_ = 0;
};

}  // namespace

int Program::ground_index(int f, std::span<const int> arguments) const {
  int index = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    index = index * object_count(fluent(f).types[i]) + arguments[i];
  }
  return index;
}

std::string Program::ground_name(int f, int index) const {
  const Fluent& of = fluent(f);
  std::string arguments;
  for (std::size_t i = of.types.size(); i-- > 0;) {
    const Type& t = type(of.types[i]);
    const auto count = static_cast<int>(t.objects.size());
    if (!arguments.empty()) arguments.insert(0, ",");
    arguments.insert(0, t.objects[static_cast<std::size_t>(index % count)]);
    index /= count;
  }
  return arguments.empty() ? of.name : fmt::format("{}({})", of.name, arguments);
}

Program resolve(Blocks blocks) { return Resolver(std::move(blocks)).run(); }

}  // namespace holdfast::rddl
