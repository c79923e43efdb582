// A domain for models of one size; each is compiled in a file of its own.
#pragma once

#include <memory>
#include <string>

#include "holdfast/play/domain.h"
#include "holdfast/rddl/derive_words.h"
#include "holdfast/rddl/engine.h"

namespace holdfast {

struct RddlSource {
  std::shared_ptr<const rddl::Interpreter> interpreter;
  std::shared_ptr<const rddl::ModelWords> words;
  rddl::EngineChoice engine = rddl::EngineChoice::automatic;
};

// Null if the model does not fit.
using MakeRddlDomain = std::unique_ptr<Domain> (*)(const std::string& name, const RddlSource&);

std::unique_ptr<Domain> make_rddl_1(const std::string&, const RddlSource&);
std::unique_ptr<Domain> make_rddl_2(const std::string&, const RddlSource&);
std::unique_ptr<Domain> make_rddl_4(const std::string&, const RddlSource&);
std::unique_ptr<Domain> make_rddl_4_wide(const std::string&, const RddlSource&);
std::unique_ptr<Domain> make_rddl_16_wide(const std::string&, const RddlSource&);

// What `holdfast domains` shows of a model.
std::vector<Domain::Section> rddl_contents(const rddl::ModelWords& words);

}  // namespace holdfast
