#include "holdfast/domains/file/table_domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/play/domain_of.h"
#include "holdfast/play/likely_states.h"
#include "holdfast/play/session.h"
#include "holdfast/tables/classic_file.h"
#include "holdfast/tables/table_model.h"
#include "holdfast/tables/table_words.h"

namespace holdfast {

using tables::Table;
using tables::TableModel;

// The most likely states.
template <>
struct Picture<TableModel> {
  static Scene scene(const TableModel& model, const TableModel::State& world,
                     const ParticleBelief<TableModel>* belief) {
    return likely_states(model, world, belief);
  }
};
static_assert(Pictured<TableModel>);

namespace {

class TableDomain final : public ModelDomain<TableModel> {
 public:
  TableDomain(std::string name, Table table, int steps, StateLanguage language)
      : name_(std::move(name)),
        steps_(steps),
        model_(std::make_shared<const TableModel>(std::move(table), std::move(language))) {}

  const std::string& name() const override { return name_; }
  double discount() const override { return model_->discount(); }
  int action_count() const override { return model_->action_count(); }
  std::string action_name(Action a) const override {
    return table().actions.at(static_cast<std::size_t>(a));
  }
  std::string observation_name(Observation o) const override {
    return table().observations.at(static_cast<std::size_t>(o));
  }
  int step_limit() const override { return steps_; }

  AgentConfig default_config() const override {
    AgentConfig config;
    const double range = model_->max_reward() - model_->min_reward();
    config.pomcp.exploration = range > 0 ? range : 1;
    config.pomcp.prior_value = model_->max_reward();
    return config;
  }

  std::vector<Section> contents() const override {
    const Table& t = table();
    return {{"sizes",
             {fmt::format("{} states, {} actions, {} observations", t.states.size(),
                          t.actions.size(), t.observations.size()),
              fmt::format("{} transitions and {} observations that are possible",
                          t.transitions.entries(), t.sights.entries()),
              fmt::format("discount {}, rewards from {} to {}", t.discount, t.min_reward,
                          t.max_reward)}},
            {"states", some(t.states)},
            {"actions", some(t.actions)},
            {"observations", some(t.observations)}};
  }

  std::shared_ptr<const TableModel> make_model(std::uint64_t) const override { return model_; }

  const Table& table() const { return model_->table(); }

 private:
  static std::vector<std::string> some(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 20;
    std::vector<std::string> lines(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, names.size())));
    if (names.size() > kMost) lines.push_back(fmt::format("... and {} more", names.size() - kMost));
    return lines;
  }

  std::string name_;
  int steps_;
  std::shared_ptr<const TableModel> model_;
};

std::unique_ptr<Domain> make(const Spec& spec) {
  const Parameters parameters(spec, file_info().parameters, file_info().positional);
  if (parameters.text("path").empty())
    throw InputError("file: which file? write file(tiger.pomdp)");
  return make_table_domain(parameters.canonical(),
                           tables::read_classic_file(parameters.text("path")),
                           parameters.integer("steps"));
}

}  // namespace

std::unique_ptr<Domain> make_table_domain(std::string name, Table table, int steps,
                                          StateLanguage language) {
  if (language.words.empty()) language = tables::table_words(table);
  return std::make_unique<TableDomain>(std::move(name), std::move(table), steps,
                                       std::move(language));
}

const Table* table_of(const Domain& domain) {
  const auto* of_table = dynamic_cast<const TableDomain*>(&domain);
  return of_table ? &of_table->table() : nullptr;
}

DomainInfo file_info() {
  return {"file",
          "A model from a .pomdp or .pomdpx file, the formats of the classic problems.",
          with_steps({{"path", "", "the file"}}),
          {"path"},
          make};
}

}  // namespace holdfast
