// `--params`: the values of all parameters of a friction model, as a JSON object by name.
#pragma once

#include <string>
#include <vector>

#include "core/contact.hpp"

namespace slipfront {

struct ParameterValues {
  std::vector<double> values;         // in the order of contact.parameters()
  std::vector<std::string> warnings;  // values outside the search bounds, as sentences
};

/// Throws one Failure with everything that is wrong: no JSON, unknown parameters (did
/// you mean), missing ones (all listed), no numbers, values outside the model's domain.
ParameterValues parameter_values(const std::string& json, const ContactModel& contact);

}  // namespace slipfront
