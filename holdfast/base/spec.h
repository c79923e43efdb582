// Instances are named by strings such as `rocksample(size=12,rocks=8)`, everywhere: on the command
// line, in study files, in results. A Spec is such a string taken apart; a Parameters object reads
// it against what is known, so that a typing error gets a message that lists what there is.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

struct Spec {
  std::string name;
  // In the order written. A bare word is a value without a key: `pocman(full)`.
  std::vector<std::pair<std::string, std::string>> arguments;
};

// Throws InputError with the column at which the text stops making sense.
Spec parse_spec(std::string_view text);

// What a parameter is, for `holdfast domains` and for messages.
struct ParameterInfo {
  std::string name;
  std::string default_value;
  std::string help;
  // Of a number whose range is declared.
  double low = 0;
  double high = 0;
};

// Parameters with their range: help says it too.
ParameterInfo whole_number(const std::string& name, int default_value, int low, int high,
                           const std::string& help);
ParameterInfo real_number(const std::string& name, double default_value, double low, double high,
                          const std::string& help);

// The values of one instance: what the spec says over the defaults.
class Parameters {
 public:
  // `positional` names the parameters that bare words fill, in order.
  // Throws InputError on a parameter that is not known (and names the nearest) or given twice.
  Parameters(const Spec& spec, std::vector<ParameterInfo> known,
             const std::vector<std::string>& positional = {});

  // Each throws InputError naming parameter, value and range if the value does not fit.
  int integer(const std::string& name, int low, int high) const;
  double real(const std::string& name, double low, double high) const;
  // The same by the range that is declared.
  int integer(const std::string& name) const;
  double real(const std::string& name) const;
  std::string choice(const std::string& name, const std::vector<std::string>& choices) const;
  bool boolean(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  const ParameterInfo& info(const std::string& name) const;
  // Whether the spec itself gives the parameter.
  bool given(const std::string& name) const;

  // The canonical string: every parameter in the known order, `name(a=1,b=2)`.
  std::string canonical() const;

 private:
  std::string instance_;
  std::vector<ParameterInfo> known_;
  std::map<std::string, std::string> values_;
  std::map<std::string, bool> given_;
};

// The candidate with the smallest edit distance, or "" if none is near (for "did you mean").
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace holdfast
