#include "models/declared_law.hpp"

#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

const std::vector<Parameter>& DeclaredLaw::parameters(Framework framework) const {
  return framework == Framework::masing ? declaration_.masing : declaration_.non_masing;
}

std::string DeclaredLaw::domain_violation(Framework framework,
                                          std::span<const double> values) const {
  const std::vector<Parameter>& known = parameters(framework);
  if (values.size() != known.size()) return "needs " + std::to_string(known.size()) + " parameters";
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) return known[i].name + " must be finite";
  return declaration_.violation(framework, values);
}

std::unique_ptr<const BoundLaw> DeclaredLaw::bind(Framework framework,
                                                  std::span<const double> values) const {
  const std::string rule = domain_violation(framework, values);
  if (!rule.empty()) {
    const std::vector<Parameter>& known = parameters(framework);
    std::string found;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) found += ", ";
      if (i < known.size()) found += known[i].name + " = ";
      found += to_text(values[i]);
    }
    throw Failure(Problem{"model '" + description().name + "'", "parameters",
                          found.empty() ? "no values" : found, rule,
                          "choose values that obey the rule"});
  }
  return declaration_.bind(framework, values);
}

}  // namespace slipfront
